/**
 * The documentation as entries of the table of routes of `@agent-operations/http`: made when it is first asked for.
 *
 * @packageDocumentation
 */
import { type HttpEntry, nothingAt } from "@agent-operations/http"
import { inTurns, Invoker } from "@agent-operations/operations"
import { recordCopy } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { AnswerDocs, DocsOptions } from "./handler.ts"
import { skillNameOf, skillPath, skillsIndexPath } from "./machines/skill.ts"
import { defaultName } from "./name.ts"

recordCopy("@agent-operations/docs", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

export type { Guide } from "./guide.ts"
export { readGuides } from "./read-guides.ts"
export { readPackages } from "./read-packages.ts"
export { type Asset, readAssets } from "./assets.ts"

type Read = Pick<DocsOptions, "guides" | "assets" | "laws">

/** How the documentation is mounted. */
export interface DocsEntryOptions extends Omit<DocsOptions, "families" | keyof Read> {
  /** Reads guides, assets and laws, when the first page is asked for. */
  readonly read?: (() => Read) | undefined
  /** Whether the first page is at the path of the server, too. Default: false. */
  readonly first?: boolean | undefined
}

/** At how many places one kit has documentation: a mount with parameters, such as `/:tenant/ops`, has any number. */
const mostMounts = 8

/** A mount that pages may name as it is. */
const plainMount = /^(?:\/[\w.~-]+)*$/

/**
 * The documentation of what is served, for a host's table of routes: everybody may read it. What makes the pages is loaded
 * at the first request, and `prefix` is by default where that request found the kit.
 *
 * @example
 * const kit = await createAgentOperations({ families: [views()], database, entries: [docs({ origin: "https://ops.example.com" })] })
 */
export const docs = ({ read = () => ({}), first = false, ...options }: DocsEntryOptions = {}): Effect.Effect<
  ReadonlyArray<HttpEntry>,
  never,
  Invoker
> =>
  Effect.gen(function* () {
    const { contract } = yield* Invoker
    const loaded = yield* Effect.cached(
      Effect.promise(async () => {
        const { makeAnswerDocs } = await import("./handler.ts")
        const texts = read()
        return (prefix: string) => makeAnswerDocs({ ...options, ...texts, families: contract.families, prefix })
      })
    )
    const byPrefix = new Map<string, AnswerDocs>()
    const answerBelow = Effect.fnUntraced(function* (prefix: string) {
      const make = yield* loaded
      const known = byPrefix.get(prefix)
      if (known !== undefined || byPrefix.size >= mostMounts || !plainMount.test(prefix)) return known
      const made = make(prefix)
      byPrefix.set(prefix, made)
      return made
    })
    const answerAt = (prefixOf: (base: string) => string): HttpEntry["run"] =>
      Effect.fnUntraced(function* (request, { base }) {
        const { method, mount, path, query } = request
        const header = (name: string) => request.header(name).join(",") || undefined
        const answerDocs = yield* answerBelow(options.prefix ?? prefixOf(base))
        const asked = { method, path: `${mount}${path}`, query, header }
        const answered = answerDocs && (yield* inTurns(answerDocs(asked)))
        return answered ?? (yield* nothingAt(request))
      })
    const run = answerAt((base) => base)
    // What is asked at the origin is of the documentation that was first asked for below a mount.
    const runAtOrigin = answerAt((base) => byPrefix.keys().next().value ?? base)
    const { path = "/docs", name = defaultName } = options
    const owner = "the documentation"
    const ofSkills = [skillsIndexPath, skillPath(skillNameOf(name))]
    return [
      { owner, path, below: true, run },
      ...["/llms.txt", "/llms-full.txt", "/sitemap.xml", ...ofSkills, ...(first ? ["/"] : [])].map((path) => {
        return { owner, path, run }
      }),
      ...["/robots.txt", ...ofSkills].map((path) => ({ owner, path, atOrigin: true, run: runAtOrigin }))
    ]
  })
