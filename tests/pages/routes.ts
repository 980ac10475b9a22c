import { type ConsoleOptions, type ConsoleServices, consoleHandler } from "@agent-operations/console"
import type { Context } from "effect"
import { Hono } from "hono"
import { assert, vi } from "vitest"

/** Every route of a console, below its prefix. Its handler does not show them: they are seen where Hono takes them. */
export const routesIn = (services: Context.Context<ConsoleServices>, options: ConsoleOptions) => {
  const taken = vi.spyOn(Hono.prototype, "route")
  try {
    consoleHandler(services, options)
    // The parts are made before the whole takes them.
    const whole = taken.mock.contexts.at(-1)
    return whole instanceof Hono ? whole.routes : assert.fail("the console is made of no routes")
  } finally {
    taken.mockRestore()
  }
}
