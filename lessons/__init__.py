"""The lessons, in teaching order; each is imported when it is opened. This table is all that joins them."""

from viz.lesson.curriculum import Chapter, Entry

CURRICULUM: tuple[Chapter, ...] = (
    Chapter(
        1,
        "Shadows",
        (
            Entry("two-polygons", "Two polygons", "lessons.shadows.two_polygons:TwoPolygons"),
            Entry("point-on-line", "Point on a line", "lessons.shadows.point_on_line:PointOnALine"),
            Entry("vector-projection", "Vector on a vector", "lessons.shadows.vector_projection:VectorProjection"),
            Entry("support-point", "Support point", "lessons.shadows.support_point:SupportPoints"),
            Entry("polygon-shadow", "Shadow of a shape", "lessons.shadows.polygon_shadow:PolygonShadow"),
            Entry("two-shadows", "Two shadows", "lessons.shadows.two_shadows:TwoShadows"),
        ),
    ),
    Chapter(
        2,
        "Separating axes",
        (
            Entry("edge-normals", "Edge normals", "lessons.separating_axes.edge_normals:EdgeNormals"),
            Entry("separating-line", "Separating line", "lessons.separating_axes.separating_line:SeparatingLine"),
            Entry("axis-by-axis", "Axis by axis", "lessons.separating_axes.axis_by_axis:AxisByAxis"),
            Entry("circles-and-sat", "Circles and SAT", "lessons.separating_axes.circles_and_sat:CirclesAndSat"),
            Entry(
                "minimum-translation",
                "Minimum translation",
                "lessons.separating_axes.minimum_translation:MinimumTranslationLesson",
            ),
            Entry(
                "collision-response",
                "Pushing apart",
                "lessons.separating_axes.collision_response:CollisionResponse",
            ),
            Entry("why-it-works", "Why edge normals are enough", "lessons.separating_axes.why_it_works:WhyItWorks"),
        ),
    ),
    Chapter(
        3,
        "Pairs by hand",
        (
            Entry("circle-circle", "Two circles", "lessons.pairs.circle_circle:CircleCircle"),
            Entry("aabb", "Axis-aligned boxes", "lessons.pairs.aabb:AabbLesson"),
            Entry("circle-aabb", "Circle and AABB", "lessons.pairs.circle_aabb:CircleAabb"),
            Entry("circle-obb", "Circle and OBB", "lessons.pairs.circle_obb:CircleObb"),
            Entry("box-box", "Two boxes", "lessons.pairs.box_box:BoxBox"),
            Entry("dispatch", "Which routine?", "lessons.pairs.dispatch:Dispatch"),
        ),
    ),
    Chapter(
        4,
        "Minkowski",
        (
            Entry("minkowski-sum", "Minkowski sum", "lessons.minkowski.minkowski_sum:MinkowskiSum"),
            Entry(
                "minkowski-difference",
                "Minkowski difference",
                "lessons.minkowski.minkowski_difference:MinkowskiDifference",
            ),
            Entry(
                "faces-of-the-difference",
                "Faces of the difference",
                "lessons.minkowski.faces_of_the_difference:FacesOfTheDifference",
            ),
            Entry("gjk", "GJK", "lessons.minkowski.gjk:Gjk"),
            Entry("epa", "EPA", "lessons.minkowski.epa:Epa"),
        ),
    ),
    Chapter(
        5,
        "Contact manifolds",
        (
            Entry("contact-scenarios", "Contact scenarios", "lessons.contact.contact_scenarios:ContactScenarios"),
            Entry(
                "reference-and-incident",
                "Reference and incident",
                "lessons.contact.reference_and_incident:ReferenceAndIncident",
            ),
            Entry("edge-clipping", "Edge clipping", "lessons.contact.edge_clipping:EdgeClipping"),
            Entry(
                "contacts-from-epa",
                "Contact points from EPA",
                "lessons.contact.contacts_from_epa:ContactsFromEpa",
            ),
            Entry(
                "rounded-anatomy",
                "Anatomy of a rounded polygon",
                "lessons.contact.rounded_anatomy:RoundedAnatomy",
            ),
            Entry(
                "rounded-manifold",
                "Contacts of rounded polygons",
                "lessons.contact.rounded_manifold:RoundedManifold",
            ),
            Entry("contact-info", "Contact info", "lessons.contact.contact_info:ContactInfo"),
        ),
    ),
    Chapter(
        6,
        "Queries",
        (
            Entry("point-query", "Point query", "lessons.queries.point_query:PointQueryLesson"),
            Entry("ray-cast", "Ray cast", "lessons.queries.ray_cast:RayCastLesson"),
            Entry("circle-cast", "Circle cast", "lessons.queries.circle_cast:CircleCastLesson"),
        ),
    ),
    Chapter(
        7,
        "Moving things",
        (
            Entry("tunnelling", "Tunnelling", "lessons.motion.tunnelling:TunnellingLesson"),
            Entry(
                "swept-circle-point",
                "Moving circle and point",
                "lessons.motion.swept_circle_point:SweptCirclePoint",
            ),
            Entry("swept-circles", "Two moving circles", "lessons.motion.swept_circles:SweptCircles"),
            Entry(
                "swept-circle-segment",
                "Moving circle and wall",
                "lessons.motion.swept_circle_segment:SweptCircleSegment",
            ),
            Entry("ray-segment", "Moving point and wall", "lessons.motion.ray_segment:RaySegment"),
            Entry("linear-cast", "Linear cast", "lessons.motion.linear_cast:LinearCast"),
            Entry("gjk-ray-cast", "GJK ray cast", "lessons.motion.gjk_ray_cast:GjkRayCast"),
            Entry(
                "angular-bound",
                "How far can a turning body move?",
                "lessons.motion.angular_bound:AngularBoundLesson",
            ),
            Entry(
                "conservative-advancement",
                "Conservative advancement",
                "lessons.motion.conservative_advancement:ConservativeAdvancement",
            ),
            Entry(
                "bilateral-advancement",
                "Bilateral advancement",
                "lessons.motion.bilateral_advancement:BilateralAdvancement",
            ),
            Entry("all-methods", "All methods on one motion", "lessons.motion.all_methods:AllMethods"),
        ),
    ),
    Chapter(
        8,
        "Concave shapes",
        (
            Entry("convex-or-not", "Convex or not", "lessons.concave.convex_or_not:ConvexOrNot"),
            Entry("ear-clipping", "Ear clipping", "lessons.concave.ear_clipping:EarClipping"),
            Entry("convex-pieces", "Convex pieces", "lessons.concave.convex_pieces:ConvexPieces"),
            Entry(
                "concave-collision",
                "Concave shapes in contact",
                "lessons.concave.concave_collision:ConcaveCollision",
            ),
        ),
    ),
    Chapter(
        9,
        "Many things",
        (
            Entry("all-pairs", "All pairs", "lessons.broadphase.all_pairs:AllPairsLesson"),
            Entry("grid", "Uniform grid", "lessons.broadphase.grid:Grid"),
            Entry("quadtree", "Quadtree", "lessons.broadphase.quadtree:QuadtreeLesson"),
            Entry("sweep-and-prune", "Sweep and prune", "lessons.broadphase.sweep_and_prune:SweepAndPruneLesson"),
            Entry("aabb-tree", "AABB tree", "lessons.broadphase.aabb_tree:AabbTreeLesson"),
            Entry("broadphase-bench", "Broadphase bench", "lessons.broadphase.broadphase_bench:BroadphaseBench"),
            Entry("pipeline", "One frame of an engine", "lessons.broadphase.pipeline:Pipeline"),
        ),
    ),
    Chapter(
        10,
        "Bodies",
        (
            Entry("mass", "Mass, centre, moment of inertia", "lessons.bodies.mass:MassLesson"),
            Entry("bounce", "The impulse of one contact", "lessons.bodies.bounce:Bounce"),
            Entry("resting", "Resting", "lessons.bodies.resting:Resting"),
            Entry("inner-edges", "Inner edges", "lessons.bodies.inner_edges:InnerEdges"),
            Entry("speculative", "Speculative contacts", "lessons.bodies.speculative:Speculative"),
            Entry("wrong-side", "Out of the wrong side", "lessons.bodies.wrong_side:WrongSide"),
        ),
    ),
    Chapter(
        11,
        "Labs",
        (
            Entry("conventions", "In another engine's words", "lessons.labs.conventions:ConventionsLab"),
            Entry("precision", "How much can you trust the last digit?", "lessons.labs.precision:Precision"),
            Entry("spot-the-bug", "Spot the bug", "lessons.labs.spot_the_bug:SpotTheBug"),
            Entry("your-code", "Your routine in the picture", "lessons.labs.your_code:YourCode"),
        ),
    ),
)
