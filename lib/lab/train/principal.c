/*
 * principal.c - principal components. The eigenvectors of a covariance matrix
 * C come from one-sided Jacobi rotations (Hestenes 1958): rows of C are
 * rotated into one another until they are orthogonal, each of them then being
 * an eigenvector of C times its eigenvalue.
 */
#include <math.h>
#include <string.h>

#include "lab/train/parser.h"

#define MAX_SWEEPS 40
#define CLOSE      1e-12 /* of two rows' cosine: as good as orthogonal */

/* Takes the columns' means away. */
static void centre(float *x, size_t count, size_t n, double *mean)
{
    memset(mean, 0, n * sizeof *mean);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < n; k++)
            mean[k] += (double)x[i * n + k];
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < n; k++)
            x[i * n + k] -= (float)(mean[k] / (double)count);
}

static void covariance(double *c, const float *x, size_t count, size_t n)
{
    memset(c, 0, n * n * sizeof *c);
    for (size_t i = 0; i < count; i++) {
        const float *row = x + i * n;
        for (size_t j = 0; j < n; j++) {
            double by = (double)row[j], *to = c + j * n;
            for (size_t k = j; k < n; k++)
                to[k] += by * (double)row[k];
        }
    }
    for (size_t j = 0; j < n; j++)
        for (size_t k = 0; k < j; k++)
            c[j * n + k] = c[k * n + j];
}

/* Makes two rows orthogonal; false where they are. */
static bool rotate(double *a, double *b, size_t n)
{
    double aa = 0, bb = 0, ab = 0, zeta, t, cosine, sine;
    for (size_t k = 0; k < n; k++) {
        aa += a[k] * a[k];
        bb += b[k] * b[k];
        ab += a[k] * b[k];
    }
    if (!(fabs(ab) > CLOSE * sqrt(aa * bb)))
        return false;
    zeta = (bb - aa) / (2 * ab);
    t = copysign(1, zeta) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    cosine = 1 / sqrt(1 + t * t);
    sine = cosine * t;
    for (size_t k = 0; k < n; k++) {
        double was = a[k];
        a[k] = cosine * was - sine * b[k];
        b[k] = sine * was + cosine * b[k];
    }
    return true;
}

/* Rows become eigenvectors of length 1, in no particular order; lengths[i] is
 * the eigenvalue of row i. */
static void eigenvectors(double *c, double *lengths, size_t n)
{
    bool rotated = true;
    for (int sweep = 0; sweep < MAX_SWEEPS && rotated; sweep++) {
        rotated = false;
        for (size_t i = 0; i + 1 < n; i++)
            for (size_t j = i + 1; j < n; j++)
                rotated |= rotate(c + i * n, c + j * n, n);
    }
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += c[i * n + k] * c[i * n + k];
        lengths[i] = sqrt(sum);
        for (size_t k = 0; k < n && lengths[i] > 0; k++)
            c[i * n + k] /= lengths[i];
    }
}

/* The row with the greatest length, which then becomes less than all. */
static const double *next_best(const double *c, double *lengths, size_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        if (lengths[i] > lengths[best])
            best = i;
    lengths[best] = -1;
    return c + best * n;
}

static double sign_of(const double *row, size_t n)
{
    size_t most = 0;
    for (size_t k = 1; k < n; k++)
        if (fabs(row[k]) > fabs(row[most]))
            most = k;
    return row[most] < 0 ? -1 : 1;
}

static void project(float *out, size_t size, const float *x, size_t count,
                    const double *c, double *lengths, size_t n)
{
    double sum = 0, scale;
    for (size_t s = 0; s < size; s++) {
        const double *row = next_best(c, lengths, n);
        double sign = sign_of(row, n);
        for (size_t i = 0; i < count; i++) {
            double dot = 0;
            for (size_t k = 0; k < n; k++)
                dot += row[k] * (double)x[i * n + k];
            out[i * size + s] = (float)(sign * dot);
            sum += dot * dot;
        }
    }
    scale = sum > 0 ? sqrt((double)(count * size) / sum) : 1;
    for (size_t i = 0; i < count * size; i++)
        out[i] = (float)((double)out[i] * scale);
}

bool t2s_principal(float *out, size_t size, float *x, size_t count,
                   size_t dimension)
{
    size_t n = dimension;
    double *c = t2s_alloc_array(n, (n + 1) * sizeof *c);
    if (!c)
        return false;
    centre(x, count, n, c);
    covariance(c, x, count, n);
    eigenvectors(c, c + n * n, n);
    project(out, size, x, count, c, c + n * n, n);
    t2s_free(c);
    return true;
}
