import { OfferedScopes, RateLimit } from "@agent-operations/auth"
import { Invoker } from "@agent-operations/operations"
import { Validator } from "@agent-operations/views"
import { Context, Effect, Layer, Option } from "effect"
import { answering } from "../answering.ts"
import { Renderer } from "../content/render/Renderer.ts"
import { ViewCompiler } from "../content/sandbox/ViewCompiler.ts"
import type { ContentServices } from "../context.ts"
import { partsOf } from "../served.ts"
import type { Site } from "../site.ts"
import { hostApp } from "./app.ts"
import type { HostConsoleOptions, HostServices } from "./index.ts"
import { type Authenticate, makeHostPeople } from "./people.ts"
import { servedSections } from "./served-sections.ts"

/** More mounts than a server has, of those whose pages are kept. */
const mostMounts = 16

/** Makes the pages of a host's people, for wherever the kit is mounted. */
export const makeHostPages = Effect.fnUntraced(function* (options: HostConsoleOptions, authenticate: Authenticate) {
  const host = yield* Effect.context<HostServices>()
  const { origin, name = "Agent Operations", signOut, deadline = "15 seconds" } = options
  const scopes = Context.get(host, OfferedScopes)
  const invoker = Context.get(host, Invoker)
  const { families } = invoker.contract
  const validates = Option.isSome(Context.getOption(host as Context.Context<HostServices | Validator>, Validator))
  const given = options.sections ?? servedSections(families, validates)
  const parts = partsOf(invoker, given, options)
  // Without a validator no section has a page that asks it.
  const services = Context.merge(
    host as Context.Context<HostServices | ContentServices>,
    yield* Layer.build(Layer.merge(Renderer.layer(options.renderer), ViewCompiler.layer(options.viewCompiler)))
  )
  const people = makeHostPeople(options, authenticate, Context.get(host, RateLimit), Object.keys(scopes))
  const mounts = new Map<string, ReturnType<typeof answering>>()
  return (prefix: string) => {
    const found = mounts.get(prefix)
    if (found !== undefined) return found
    const site: Site = {
      origin,
      prefix,
      baseUrl: origin + prefix,
      name,
      program: options.program,
      ...parts,
      scopes,
      host: { signOut }
    }
    const answer = answering(hostApp({ services, site, deadline, people }))
    if (mounts.size === mostMounts) mounts.clear()
    mounts.set(prefix, answer)
    return answer
  }
})
