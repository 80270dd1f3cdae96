export interface FieldProblem {
  field: string
  message: string
}

interface Problem {
  code?: string
  message?: string
  errors?: FieldProblem[]
  requestId?: string
}

/** A call that did not succeed. `message` is the server's own sentence and fit to be shown; status 0: no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldProblem[]
  readonly requestId: string | undefined

  constructor(status: number, problem: Problem) {
    super(problem.message ?? '')
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? ''
    this.errors = problem.errors ?? []
    this.requestId = problem.requestId
  }
}
