import { isAgentError } from "./agent-error.ts"
import type { CallOptions, UpdateWithOptions } from "./methods.ts"
import { backoffMs, sleep } from "./wait.ts"

type Call = (input: unknown, options?: CallOptions) => Promise<unknown>

/** `updateWith` of a family, over its `get` and its `update`. */
export const updateWith =
  (get: Call, update: Call) =>
  async (
    id: string,
    change: (current: unknown) => object | undefined | Promise<object | undefined>,
    { attempts = 5, ...options }: UpdateWithOptions = {}
  ): Promise<unknown> => {
    for (let attempt = 1; ; attempt++) {
      const current = (await get({ id }, options)) as { readonly revision: number }
      const changes = await change(current)
      if (changes === undefined) return current
      try {
        return await update({ ...changes, id, expectedRevision: current.revision }, options)
      } catch (error) {
        if (attempt >= attempts || !isAgentError(error, "CONFLICT")) throw error
      }
      await sleep(backoffMs(attempt, 25), options.signal)
    }
  }
