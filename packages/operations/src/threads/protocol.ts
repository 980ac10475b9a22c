/** What is posted to a worker. */
export interface Request<Job> {
  readonly job: Job
  /** Memory of both threads: 32-bit integers at the indexes of `progressAt`. */
  readonly progress: SharedArrayBuffer
}

/** What a worker tells beside its messages, of which those that it posted last can arrive after an error that ends it. */
export const progressAt = {
  /** How far the job has come. It is 0 when a job begins. */
  step: 0,
  /** 1 once a job has begun, so that the module was loaded. */
  begun: 1
} as const

/** What a worker posts back for a job. */
export interface Answer<Result> {
  readonly result: Result
  /** Whether the thread has grown so large that it should not be used again. */
  readonly spent: boolean
}
