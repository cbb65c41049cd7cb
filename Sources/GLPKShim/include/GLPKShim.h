// Linear programs in GLPK, one whole step per call, so that no GLPK error can leave a C frame.
//
// GLPK answers an error with abort() unless its hook jumps away; each function here jumps back to
// itself and returns LB_ERROR with GLPK's message. An error destroys every problem of its thread;
// later calls on those return LB_LOST, and the caller creates them again.
#ifndef LB_GLPK_SHIM_H
#define LB_GLPK_SHIM_H

typedef struct lb_problem lb_problem;

// The result of a call.
enum {
  LB_OK = 0,
  LB_ERROR = 1,         // GLPK found an error: see lb_message
  LB_LOST = 2,          // an error elsewhere on this thread took the problem with it
  LB_WRONG_THREAD = 3,  // a problem belongs to the thread that made it
  LB_NO_MEMORY = 4,
};

// The outcome of a simplex run.
enum {
  LB_OPTIMAL = 0,
  LB_INFEASIBLE = 1,
  LB_UNBOUNDED = 2,
  LB_LIMIT = 3,   // iterations or time
  LB_FAILED = 4,  // singular, ill-conditioned or stalled
};

// Start bases.
enum { LB_BASIS_STANDARD = 0, LB_BASIS_ADVANCED = 1 };

// The status of a variable in a basis.
enum { LB_BASIC = 0, LB_AT_LOWER = 1, LB_AT_UPPER = 2, LB_FREE = 3, LB_FIXED = 4 };

// GLPK's version, "5.0".
const char *lb_version(void);

// The message of the last LB_ERROR on this thread; never NULL.
const char *lb_message(void);

// Makes a problem of `rows` × `columns`. Row r holds coefficients[k] in column index[k] for k in
// row_start[r] ..< row_start[r + 1]; all from 0. Every bound is free until lb_set_bounds.
int lb_create(int rows, int columns, const int *row_start, const int *index,
              const double *coefficients, lb_problem **problem);

void lb_delete(lb_problem *problem);

// Sets the bounds of rows (first `rows` entries) and columns (the rest); infinite means none.
int lb_set_all_bounds(lb_problem *problem, const double *lower, const double *upper);

// Sets the bounds of one variable: rows first, then columns.
int lb_set_bounds(lb_problem *problem, int variable, double lower, double upper);

// Sets the status of every variable: rows first, then columns.
int lb_set_statuses(lb_problem *problem, const unsigned char *statuses);

// Makes a start basis.
int lb_make_basis(lb_problem *problem, int kind);

// Minimises cost · columns by the primal or the dual simplex, from the present basis. A bound
// counts as satisfied within `tolerance`, relative above 1.
int lb_simplex(lb_problem *problem, const double *cost, int dual, int iteration_limit,
               double tolerance, int *outcome, int *iterations);

// Reads values, reduced costs (NULL: not wanted) and statuses: rows first, then columns.
int lb_read(lb_problem *problem, double *values, double *reduced_costs, unsigned char *statuses);

// Works out all values (rows first) of the present basis, where the nonbasic ones have the given
// values; those given for basic ones are not read.
int lb_point(lb_problem *problem, const double *nonbasic, double *values);

// Receives the reduced costs of all variables, rows first, in the present basis for other costs of columns;
// those of basic variables are 0.
int lb_price(lb_problem *problem, const double *cost, double *reduced_costs);

// After the dual simplex has found no feasible point: a basic variable (rows first) that cannot
// satisfy its bounds, and its coefficients over the nonbasic ones. *variable is -1 where GLPK left
// no proof.
int lb_ray(lb_problem *problem, int *variable, double *coefficients);

#endif
