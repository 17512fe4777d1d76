/* The reference in C: signed distance, normal and facing edge of pairs of sharp convex polygons of v vertices, placed
   beforehand; the same search as geometry.batch.separation, one pair after the other. Arrays are (v, n). */
#include <math.h>

static double least_along(const double *x, const double *y, long v, long n, long k, double nx, double ny) {
    double least = INFINITY;
    for (long j = 0; j < v; j++) {
        double along = x[j * n + k] * nx + y[j * n + k] * ny;
        if (along < least) least = along;
    }
    return least;
}

static double try_edges(const double *x, const double *y, const double *nx, const double *ny, const double *ox,
                        const double *oy, long v, long n, long k, long first, double best, long *chosen) {
    for (long i = 0; i < v; i++) {
        long e = i * n + k;
        double s = least_along(ox, oy, v, n, k, nx[e], ny[e]) - (x[e] * nx[e] + y[e] * ny[e]);
        if (s > best) { best = s; *chosen = first + i; }
    }
    return best;
}

static double nearest(const double *x, const double *y, const double *nx, const double *ny, const double *length,
                      const double *ox, const double *oy, long v, long n, long k) {
    double least = INFINITY;
    for (long i = 0; i < v; i++) {
        long e = i * n + k;
        for (long j = 0; j < v; j++) {
            double ax = ox[j * n + k] - x[e], ay = oy[j * n + k] - y[e];
            double t = ay * nx[e] - ax * ny[e];
            t = t < 0.0 ? 0.0 : t > length[e] ? length[e] : t;
            ax += t * ny[e];
            ay -= t * nx[e];
            double squared = ax * ax + ay * ay;
            if (squared < least) least = squared;
        }
    }
    return least;
}

void separations(const double *ax, const double *ay, const double *anx, const double *any, const double *al,
                 const double *bx, const double *by, const double *bnx, const double *bny, const double *bl,
                 long v, long n, double *separation, long *chosen) {
    for (long k = 0; k < n; k++) {
        double best = try_edges(ax, ay, anx, any, bx, by, v, n, k, 0, -INFINITY, &chosen[k]);
        best = try_edges(bx, by, bnx, bny, ax, ay, v, n, k, v, best, &chosen[k]);
        if (best > 0.0) {
            double one = nearest(ax, ay, anx, any, al, bx, by, v, n, k);
            double other = nearest(bx, by, bnx, bny, bl, ax, ay, v, n, k);
            double distance = sqrt(one < other ? one : other);
            if (distance > best) { best = distance; chosen[k] = -1; }
        }
        separation[k] = best;
    }
}
