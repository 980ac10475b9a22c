import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { docs, type Guide, type Asset, readGuides, readAssets } from "@agent-operations/docs/entry"
import type { HttpEntry } from "@agent-operations/http"
import { makeMayHaveSession } from "@agent-operations/identity/tokens"
import { Effect, Option } from "effect"
import type { Place } from "./identity/plan.ts"
import { type Settings, settingsTable } from "./settings.ts"
import { StartError } from "./StartError.ts"

/** The pages of an operator's own. */
export interface OwnPages {
  readonly guides: ReadonlyArray<Guide>
  readonly assets: ReadonlyArray<Asset>
}

const none: OwnPages = { guides: [], assets: [] }

/** Reads the pages of an operator's own, at the start: whoever made a mistake in one is told so there. */
export const readOwnPages = ({ PAGES_DIR: directory }: Settings): Effect.Effect<OwnPages, StartError> =>
  Option.match(directory, {
    onNone: () => Effect.succeed(none),
    onSome: (path) =>
      Effect.try({
        try: () => ({ guides: readGuides(path, "pages"), assets: readAssets(path, "pages") }),
        catch: (error) =>
          new StartError({
            message: `PAGES_DIR: ${path} cannot be read: ${(error as Error).message}`,
            hint: "It must be a folder of Markdown files, each of at most 1 MiB. A pages.json in it names the files of the menu."
          })
      })
  })

/** The project's own guides lie in its repository, of which this server is a part. */
const repository = new URL("../../../", import.meta.url)
const inRepository = (path: string) => fileURLToPath(new URL(path, repository))

const settingsGuide: Guide = {
  file: "settings",
  path: "settings",
  part: "Operate",
  text: [
    "# Settings of the server",
    "The reference server reads its settings from the environment. An empty one counts as absent, and a wrong one is told at the start.",
    "| Variable | What it is for | Its value |\n|---|---|---|",
    ...settingsTable.map(({ name, about, wants }) => `| \`${name}\` | ${about} | ${wants} |`)
  ]
    .join("\n\n")
    .replaceAll("|\n\n|", "|\n|"),
  next: "deployment"
}

/** The guides of the project, and the operator's own: one of theirs replaces that at its path. */
const read = (own: OwnPages) => () => {
  const folder = inRepository("docs/")
  const ours = existsSync(folder)
    ? { guides: readGuides(folder, "docs"), assets: readAssets(folder, "docs") }
    : { guides: [], assets: [] }
  const laws = inRepository("SPEC.md")
  return {
    guides: [...ours.guides, settingsGuide, ...own.guides],
    assets: [...ours.assets, ...own.assets],
    laws: existsSync(laws) ? readFileSync(laws, "utf8") : undefined
  }
}

/** The documentation in the table of routes. `hasSignIn` is whether people can sign in. */
export const documentation = ({ origin, prefix }: Place, own: OwnPages, hasSignIn: boolean) =>
  docs({
    origin,
    prefix,
    program: "agent-operations",
    first: true,
    links: [
      ["API reference", `${prefix}/reference`],
      ...(hasSignIn ? ([["Sign in", `${prefix}/sign-in`]] as const) : [])
    ],
    read: read(own)
  })

/**
 * Pages for people beside the documentation. At the first path of both is the console for who may be signed in, and the
 * documentation for everybody else: they need no console to be made.
 */
export const beforeSignIn = (
  baseUrl: string,
  pages: ReadonlyArray<HttpEntry>,
  documentation: ReadonlyArray<HttpEntry>
): ReadonlyArray<HttpEntry> => {
  const home = pages.find(({ path }) => path === "/")
  const mayHaveSession = makeMayHaveSession(baseUrl)
  const first = documentation.map((entry): HttpEntry =>
    home === undefined || entry.path !== "/"
      ? entry
      : {
          ...home,
          run: (request, at) => (mayHaveSession(request.header("cookie").join("; ")) ? home : entry).run(request, at)
        }
  )
  return [...pages.filter((entry) => entry !== home), ...first]
}
