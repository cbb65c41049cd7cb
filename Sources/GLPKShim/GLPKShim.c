#include "GLPKShim.h"

#include <float.h>
#include <glpk.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct lb_problem {
  glp_prob *glpk;
  int rows, columns;
  unsigned long generation;
  unsigned long thread;
};

static _Thread_local jmp_buf escape;
static _Thread_local unsigned long generation = 1;
static _Thread_local char message[512];

// A number for each thread that calls: addresses are reused after a thread has ended.
static atomic_ulong threads;
static _Thread_local unsigned long thread;
static pthread_key_t leaving;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// GLPK keeps an environment for each thread, with all its problems.
static void free_environment(void *unused) {
  (void)unused;
  glp_error_hook(NULL, NULL);
  glp_free_env();
  thread = 0;
}

static void make_key(void) { pthread_key_create(&leaving, free_environment); }

static unsigned long this_thread(void) {
  if (!thread) {
    thread = atomic_fetch_add(&threads, 1) + 1;
    pthread_once(&once, make_key);
    pthread_setspecific(leaving, &threads);
  }
  return thread;
}

static int keep_words(void *unused, const char *text) {
  (void)unused;
  size_t used = strlen(message), length = strlen(text);
  if (length > sizeof message - 1 - used) length = sizeof message - 1 - used;
  memcpy(message + used, text, length);
  message[used + length] = 0;
  return 1;
}

static void leave(void *unused) {
  (void)unused;
  longjmp(escape, 1);
}

static void watch(void) {
  glp_term_hook(keep_words, NULL);
  glp_term_out(GLP_OFF);
  glp_error_hook(leave, NULL);
}

// After an error the environment is undefined: all problems of this thread are freed.
static int give_up(void) {
  glp_error_hook(NULL, NULL);
  glp_free_env();
  generation++;
  for (char *c = message; *c; c++)
    if (*c == '\n') *c = ' ';
  return LB_ERROR;
}

static int check(const lb_problem *problem) {
  // NULL: a problem that could not be loaded again.
  if (!problem) return LB_LOST;
  if (problem->thread != this_thread()) return LB_WRONG_THREAD;
  return problem->generation == generation ? LB_OK : LB_LOST;
}

// Before the GLPK calls of a function that has `status`: returns from it on an error.
#define ENTER(problem)                        \
  do {                                        \
    int state = check(problem);               \
    if (state != LB_OK) return state;         \
    message[0] = 0;                           \
    watch();                                  \
    if (setjmp(escape)) return give_up();     \
  } while (0)

const char *lb_version(void) { return glp_version(); }

const char *lb_message(void) { return message; }

int lb_create(int rows, int columns, const int *row_start, const int *index,
              const double *coefficients, lb_problem **out) {
  *out = NULL;
  lb_problem *problem = malloc(sizeof *problem);
  int count = row_start[rows];
  int *row_of = malloc(sizeof(int) * (size_t)(count + 1));
  int *column_of = malloc(sizeof(int) * (size_t)(count + 1));
  if (!problem || !row_of || !column_of) {
    free(problem);
    free(row_of);
    free(column_of);
    return LB_NO_MEMORY;
  }
  for (int r = 0; r < rows; r++)
    for (int k = row_start[r]; k < row_start[r + 1]; k++) {
      row_of[k + 1] = r + 1;
      column_of[k + 1] = index[k] + 1;
    }
  message[0] = 0;
  watch();
  if (setjmp(escape)) {
    free(problem);
    free(row_of);
    free(column_of);
    return give_up();
  }
  glp_prob *glpk = glp_create_prob();
  if (rows > 0) glp_add_rows(glpk, rows);
  if (columns > 0) glp_add_cols(glpk, columns);
  glp_load_matrix(glpk, count, row_of, column_of, coefficients - 1);
  free(row_of);
  free(column_of);
  problem->glpk = glpk;
  problem->rows = rows;
  problem->columns = columns;
  problem->generation = generation;
  problem->thread = this_thread();
  *out = problem;
  return LB_OK;
}

void lb_delete(lb_problem *problem) {
  if (!problem) return;
  if (check(problem) == LB_OK) {
    watch();
    if (setjmp(escape) == 0)
      glp_delete_prob(problem->glpk);
    else
      give_up();
  }
  free(problem);
}

static int bound_type(double lower, double upper) {
  if (lower == upper) return GLP_FX;
  if (isinf(lower)) return isinf(upper) ? GLP_FR : GLP_UP;
  return isinf(upper) ? GLP_LO : GLP_DB;
}

static void set_bounds(lb_problem *problem, int variable, double lower, double upper) {
  int type = bound_type(lower, upper);
  double low = isinf(lower) ? 0 : lower, up = isinf(upper) ? 0 : upper;
  if (variable < problem->rows)
    glp_set_row_bnds(problem->glpk, variable + 1, type, low, up);
  else
    glp_set_col_bnds(problem->glpk, variable - problem->rows + 1, type, low, up);
}

int lb_set_all_bounds(lb_problem *problem, const double *lower, const double *upper) {
  ENTER(problem);
  int count = problem->rows + problem->columns;
  for (int v = 0; v < count; v++) set_bounds(problem, v, lower[v], upper[v]);
  return LB_OK;
}

int lb_set_bounds(lb_problem *problem, int variable, double lower, double upper) {
  ENTER(problem);
  set_bounds(problem, variable, lower, upper);
  return LB_OK;
}

int lb_set_statuses(lb_problem *problem, const unsigned char *statuses) {
  static const int glpk_status[] = {GLP_BS, GLP_NL, GLP_NU, GLP_NF, GLP_NS};
  ENTER(problem);
  for (int r = 0; r < problem->rows; r++)
    glp_set_row_stat(problem->glpk, r + 1, glpk_status[statuses[r]]);
  for (int c = 0; c < problem->columns; c++)
    glp_set_col_stat(problem->glpk, c + 1, glpk_status[statuses[problem->rows + c]]);
  return LB_OK;
}

int lb_make_basis(lb_problem *problem, int kind) {
  ENTER(problem);
  if (kind == LB_BASIS_ADVANCED && problem->rows > 0 && problem->columns > 0)
    glp_adv_basis(problem->glpk, 0);
  else
    glp_std_basis(problem->glpk);
  return LB_OK;
}

static int meaning(glp_prob *glpk, int code) {
  if (code == GLP_EITLIM || code == GLP_ETMLIM) return LB_LIMIT;
  if (code != 0) return LB_FAILED;
  switch (glp_get_status(glpk)) {
    case GLP_OPT: return LB_OPTIMAL;
    case GLP_NOFEAS: return LB_INFEASIBLE;
    case GLP_UNBND: return LB_UNBOUNDED;
    default: break;
  }
  // The dual simplex distinguishes an infeasible problem from an unbounded one by its own statuses.
  if (glp_get_prim_stat(glpk) == GLP_NOFEAS) return LB_INFEASIBLE;
  if (glp_get_dual_stat(glpk) == GLP_NOFEAS && glp_get_prim_stat(glpk) == GLP_FEAS)
    return LB_UNBOUNDED;
  return LB_FAILED;
}

int lb_simplex(lb_problem *problem, const double *cost, int dual, int iteration_limit,
               double tolerance, int *outcome, int *iterations) {
  ENTER(problem);
  for (int c = 0; c < problem->columns; c++) glp_set_obj_coef(problem->glpk, c + 1, cost[c]);
  glp_set_obj_dir(problem->glpk, GLP_MIN);
  glp_smcp control;
  glp_init_smcp(&control);
  control.msg_lev = GLP_MSG_OFF;
  control.meth = dual ? GLP_DUALP : GLP_PRIMAL;
  control.presolve = GLP_OFF;
  control.it_lim = iteration_limit;
  control.tol_bnd = tolerance;
  control.tol_dj = 1e-9;
  int before = glp_get_it_cnt(problem->glpk);
  int code = glp_simplex(problem->glpk, &control);
  *iterations = glp_get_it_cnt(problem->glpk) - before;
  *outcome = meaning(problem->glpk, code);
  return LB_OK;
}

static unsigned char place(int status) {
  switch (status) {
    case GLP_BS: return LB_BASIC;
    case GLP_NL: return LB_AT_LOWER;
    case GLP_NU: return LB_AT_UPPER;
    case GLP_NF: return LB_FREE;
    default: return LB_FIXED;
  }
}

int lb_read(lb_problem *problem, double *values, double *reduced_costs, unsigned char *statuses) {
  ENTER(problem);
  glp_prob *glpk = problem->glpk;
  int rows = problem->rows;
  for (int r = 0; r < rows; r++) {
    values[r] = glp_get_row_prim(glpk, r + 1);
    if (reduced_costs) reduced_costs[r] = glp_get_row_dual(glpk, r + 1);
    statuses[r] = place(glp_get_row_stat(glpk, r + 1));
  }
  for (int c = 0; c < problem->columns; c++) {
    values[rows + c] = glp_get_col_prim(glpk, c + 1);
    if (reduced_costs) reduced_costs[rows + c] = glp_get_col_dual(glpk, c + 1);
    statuses[rows + c] = place(glp_get_col_stat(glpk, c + 1));
  }
  return LB_OK;
}

// Memory for work with the basis: a vector of the rows, 0 at first, and a column of the matrix.
typedef struct {
  double *vector;
  int *index;
  double *entries;
} workspace;

// Runs a computation that needs the basis's factors.
static int with_basis(lb_problem *problem, const double *given, double *found,
                      void (*compute)(lb_problem *, workspace, const double *, double *)) {
  int rows = problem->rows;
  workspace work = {calloc((size_t)rows + 1, sizeof(double)), malloc(sizeof(int) * ((size_t)rows + 1)),
                    malloc(sizeof(double) * ((size_t)rows + 1))};
  int state = work.vector && work.index && work.entries ? check(problem) : LB_NO_MEMORY;
  if (state == LB_OK) {
    message[0] = 0;
    watch();
    if (setjmp(escape)) {
      state = give_up();
    } else if (rows > 0 && !glp_bf_exists(problem->glpk) && glp_factorize(problem->glpk) != 0) {
      strcpy(message, "a singular basis");
      state = LB_ERROR;
    } else {
      compute(problem, work, given, found);
    }
  }
  free(work.vector);
  free(work.index);
  free(work.entries);
  return state;
}

// The basis's columns times its variables are minus the other columns times theirs, in the system
// (I | -A) (rows, columns) = 0.
static void compute_point(lb_problem *problem, workspace work, const double *nonbasic,
                          double *values) {
  glp_prob *glpk = problem->glpk;
  int rows = problem->rows;
  for (int r = 0; r < rows; r++)
    if (glp_get_row_stat(glpk, r + 1) != GLP_BS) {
      values[r] = nonbasic[r];
      work.vector[r + 1] -= nonbasic[r];
    }
  for (int c = 0; c < problem->columns; c++)
    if (glp_get_col_stat(glpk, c + 1) != GLP_BS) {
      double value = values[rows + c] = nonbasic[rows + c];
      if (value == 0) continue;
      int count = glp_get_mat_col(glpk, c + 1, work.index, work.entries);
      for (int k = 1; k <= count; k++) work.vector[work.index[k]] += work.entries[k] * value;
    }
  if (rows == 0) return;
  glp_ftran(glpk, work.vector);
  for (int k = 1; k <= rows; k++) values[glp_get_bhead(glpk, k) - 1] = work.vector[k];
}

int lb_point(lb_problem *problem, const double *nonbasic, double *values) {
  return with_basis(problem, nonbasic, values, compute_point);
}

// Multipliers of the rows are such that basic variables have the reduced cost 0 in that system.
static void compute_price(lb_problem *problem, workspace work, const double *cost,
                          double *reduced_costs) {
  glp_prob *glpk = problem->glpk;
  int rows = problem->rows;
  if (rows > 0) {
    for (int k = 1; k <= rows; k++) {
      int variable = glp_get_bhead(glpk, k) - 1;
      work.vector[k] = variable < rows ? 0 : cost[variable - rows];
    }
    glp_btran(glpk, work.vector);
  }
  for (int r = 0; r < rows; r++)
    reduced_costs[r] = glp_get_row_stat(glpk, r + 1) == GLP_BS ? 0 : -work.vector[r + 1];
  for (int c = 0; c < problem->columns; c++) {
    reduced_costs[rows + c] = 0;
    if (glp_get_col_stat(glpk, c + 1) == GLP_BS) continue;
    double reduced = cost[c];
    int count = glp_get_mat_col(glpk, c + 1, work.index, work.entries);
    for (int k = 1; k <= count; k++) reduced += work.entries[k] * work.vector[work.index[k]];
    reduced_costs[rows + c] = reduced;
  }
}

int lb_price(lb_problem *problem, const double *cost, double *reduced_costs) {
  return with_basis(problem, cost, reduced_costs, compute_price);
}

int lb_ray(lb_problem *problem, int *variable, double *coefficients) {
  int count = problem->rows + problem->columns;
  *variable = -1;
  int *index = malloc(sizeof(int) * ((size_t)count + 1));
  double *entries = malloc(sizeof(double) * ((size_t)count + 1));
  int state = index && entries ? check(problem) : LB_NO_MEMORY;
  if (state == LB_OK) {
    message[0] = 0;
    watch();
    if (setjmp(escape)) {
      state = give_up();
    } else {
      glp_prob *glpk = problem->glpk;
      int k = glp_get_unbnd_ray(glpk);
      int basic = k > 0 && (k <= problem->rows ? glp_get_row_stat(glpk, k)
                                               : glp_get_col_stat(glpk, k - problem->rows)) == GLP_BS;
      if (basic && (glp_bf_exists(glpk) || glp_factorize(glpk) == 0)) {
        int length = glp_eval_tab_row(glpk, k, index, entries);
        for (int v = 0; v < count; v++) coefficients[v] = 0;
        for (int e = 1; e <= length; e++) coefficients[index[e] - 1] = entries[e];
        *variable = k - 1;
      }
    }
  }
  free(index);
  free(entries);
  return state;
}
