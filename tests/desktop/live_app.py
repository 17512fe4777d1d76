"""The real app in a real window, with an observer: run as a program by the end-to-end tests.

After every frame it prints its state as a line of JSON; a line `picture PATH` on its standard input makes it save
what its window shows, `quit` closes it. The app itself is untouched: same window, same loop, same events.
"""

from __future__ import annotations

import itertools
import json
import sys
import threading
from queue import Empty, Queue

from lessons import CURRICULUM
from viz.desktop import display


def main() -> None:
    display.prepare()
    import pyglet

    from viz.desktop.window import Desktop
    from viz.lesson.scene import Body

    name = sys.argv[1]
    width, height = (int(n) for n in sys.argv[2].split("x"))
    lesson = next(entry.lesson for chapter in CURRICULUM for entry in chapter.lessons if entry.id == name)
    app = Desktop(CURRICULUM, lesson, (width, height), text_size=float(sys.argv[3]))
    orders: Queue[str] = Queue()
    threading.Thread(target=lambda: [orders.put(line.strip()) for line in sys.stdin], daemon=True).start()

    reports = itertools.count()

    def state() -> dict[str, object]:
        session = app.session
        bodies = {
            name: {
                "position": body.pose.position.tolist(),
                "angle": body.pose.angle,
                "at": [
                    float(offset + place)
                    for offset, place in zip(
                        (app.canvas.corner.x, app.canvas.corner.y),
                        session.view.to_screen(body.pose.position),
                        strict=True,
                    )
                ],
            }
            for name, _, body in session.player.scene.bodies()
            if isinstance(body, Body)
        }
        return {
            "lesson": session.lesson.id,
            "index": session.player.index,
            "steps": len(session.player.trace),
            "scale": session.view.scale,
            "text_size": session.text_size,
            "scene": session.scene_index,
            "drawn": app.loop.drawn,
            "reports": next(reports),
            "bodies": bodies,
            "size": list(app.window.get_size()),
            "framebuffer": list(app.window.get_framebuffer_size()),
        }

    def observe(_seconds: float) -> None:
        try:
            order = orders.get_nowait()
        except Empty:
            order = ""
        if order.startswith("picture "):
            app.frame()
            app.save_picture(order.removeprefix("picture "))
            app.window.flip()
            print(json.dumps({"saved": order}), flush=True)
        elif order == "quit":
            app.window.dispatch_event("on_close")
            return
        print(json.dumps(state()), flush=True)

    pyglet.clock.schedule_interval(observe, 1.0 / 30.0)
    app.run()


if __name__ == "__main__":
    main()
