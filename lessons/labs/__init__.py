"""Labs: whose answer is right, and how would you find out?"""
