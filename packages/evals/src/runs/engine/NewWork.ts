import { Context, Layer, Queue } from "effect"

/** Where a process that creates or resumes a run tells its own worker, which else looks each second. */
export class NewWork extends Context.Service<NewWork, Queue.Queue<void>>()("@agent-operations/evals/NewWork") {
  static readonly layer = Layer.effect(NewWork, Queue.sliding<void>(1))
}
