import { isAgentError } from "./agent-error.ts"
import type { Call, CallError } from "./methods.ts"

/** What came of a call: its result, or its error. */
export type Settled<Result, Failure> =
  | { readonly data: Result; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: Failure }

/**
 * What came of a call, as a value, with the codes of its operation. Rejects with what is no error of a call, such as the
 * reason of a signal.
 *
 * @example
 * const { data, error } = await settled(client.pageViews.update({ id, expectedRevision: 1, name: "Slow" }))
 * if (error?.code === "CONFLICT") console.log(error.details)
 */
export const settled = async <Result, Code extends string>(
  call: Call<Result, Code>
): Promise<Settled<Result, CallError<Code, Result>>> => {
  try {
    return { data: await call }
  } catch (thrown) {
    const error: unknown = thrown
    if (!isAgentError(thrown)) throw error
    return { error: error as CallError<Code, Result> }
  }
}
