/**
 * The documentation as entries of the table of routes of `@agent-operations/http`: made when it is first asked for.
 *
 * @packageDocumentation
 */
import { type HttpEntry, nothingAt } from "@agent-operations/http"
import { Invoker } from "@agent-operations/operations"
import { Effect } from "effect"
import type { DocsOptions } from "./handler.ts"
import { skillNameOf, skillPath, skillsIndexPath } from "./machines/skill.ts"
import { defaultName } from "./name.ts"

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

/**
 * The documentation of what is served, for a host's table of routes: everybody may read it. What makes the pages is loaded
 * at the first request.
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
    const answerDocs = yield* Effect.cached(
      Effect.promise(async () => {
        const { makeAnswerDocs } = await import("./handler.ts")
        return makeAnswerDocs({ ...options, ...read(), families: contract.families })
      })
    )
    const run: HttpEntry["run"] = Effect.fnUntraced(function* (request) {
      const { method, mount, path, query } = request
      const header = (name: string) => request.header(name).join(",") || undefined
      const answer = (yield* answerDocs)({ method, path: `${mount}${path}`, query, header })
      return answer ?? (yield* nothingAt(request))
    })
    const { path = "/docs", name = defaultName } = options
    const owner = "the documentation"
    return [
      { owner, path, below: true, run },
      ...["/llms.txt", "/llms-full.txt", "/sitemap.xml", ...(first ? ["/"] : [])].map((path) => ({ owner, path, run })),
      ...["/robots.txt", skillsIndexPath, skillPath(skillNameOf(name))].map((path) => {
        return { owner, path, atOrigin: true, run }
      })
    ]
  })
