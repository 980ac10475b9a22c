/** What is posted to a worker. */
export interface Request<Job> {
  readonly job: Job
  /** One 32-bit integer, where the worker tells how far it has come. It is 0 when a job begins. */
  readonly progress: SharedArrayBuffer
}

/** What a worker posts first, once its module is loaded. */
export const serving = "serving"

/** What a worker posts back for a job. */
export interface Answer<Result> {
  readonly result: Result
  /** Whether the thread has grown so large that it should not be used again. */
  readonly spent: boolean
}
