/** What a worker posts first, once its module is loaded. */
export const loaded = "loaded"

/** What is posted to a worker then. */
export interface Request<Job> {
  readonly job: Job
  /**
   * Memory of both threads: how far the job has come, as one 32-bit integer, which is 0 when a job begins. Messages that a worker
   * posted last can arrive after an error that ends it.
   */
  readonly progress: SharedArrayBuffer
}

/** What a worker posts back for a job. */
export interface Answer<Result> {
  readonly result: Result
  /** Whether the thread has grown so large that it should not be used again. */
  readonly spent: boolean
}
