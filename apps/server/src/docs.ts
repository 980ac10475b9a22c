import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { docs, type Guide, type Asset, readGuides, readAssets, readPackages } from "@agent-operations/docs/entry"
import type { HttpEntry } from "@agent-operations/http"
import { makeMayHaveSession } from "@agent-operations/identity/tokens"
import { Effect, Option } from "effect"
import type { Place } from "./identity/plan.ts"
import { absentText, optionText } from "./setting.ts"
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

const settingPath = (name: string) => `settings/${name}`

/** Where a guide says more of a setting: the guides that name it. */
const namedIn = (name: string, guides: ReadonlyArray<Guide>) =>
  guides
    .filter(({ text }) => new RegExp(`\\b${name}\\b`).test(text))
    .map(({ file, text, title }) => `- [${title ?? /^# (.+)$/m.exec(text)?.[1] ?? file}](../${file})`)
    .join("\n")

const row = (cells: ReadonlyArray<string>) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`

/** A page for each setting, and one that lists them. */
const settingGuides = (guides: ReadonlyArray<Guide>): ReadonlyArray<Guide> => [
  {
    file: "settings",
    path: "settings",
    part: "Operate",
    title: "Settings of the server",
    group: "Set up",
    next: "upgrades",
    summary: "Every environment variable that the reference server reads.",
    text: [
      "# Settings of the server",
      "The reference server reads its settings from environment variables. An empty one counts as absent. A wrong one stops the start, with a message that says what is right.",
      "The last column has the options of the packages that a setting becomes, for hosts that set those themselves.",
      [
        "| Variable | Default | What it is for | Value | Option |\n|---|---|---|---|---|",
        ...settingsTable.map((setting) => {
          const { name, about, wants, becomes } = setting
          const option = becomes.map(optionText).join(", ")
          return row([`[\`${name}\`](${settingPath(name)})`, absentText(setting), about, wants, option])
        })
      ].join("\n")
    ].join("\n\n")
  },
  ...settingsTable.map((setting, n): Guide => {
    const { name, about, wants, becomes } = setting
    const [next] = settingsTable.slice(n + 1)
    const places = namedIn(name, guides)
    return {
      file: settingPath(name),
      path: settingPath(name),
      part: "Operate",
      title: name,
      summary: `${about}.`,
      text: [
        `# \`${name}\``,
        `${about}.`,
        [
          "| | |\n|---|---|",
          row(["Value", wants]),
          row(["Default", absentText(setting)]),
          ...becomes.map((path) => row(["Option", optionText(path)]))
        ].join("\n"),
        ...(places === "" ? [] : ["## Where it is explained", places])
      ].join("\n\n"),
      next: next === undefined ? "settings" : settingPath(next.name)
    }
  })
]

/** The guides of the project, and the operator's own: one of theirs replaces that at its path. */
const read = (own: OwnPages) => () => {
  const folder = inRepository("docs/")
  const isThere = existsSync(folder)
  const guides = isThere ? readGuides(folder, "docs") : []
  const packages = isThere ? readPackages(inRepository("packages/"), "packages", guides) : []
  const assets = isThere ? readAssets(folder, "docs") : []
  const laws = inRepository("SPEC.md")
  return {
    guides: [...guides, ...packages, ...settingGuides(guides), ...own.guides],
    assets: [...assets, ...own.assets],
    laws: existsSync(laws) ? readFileSync(laws, "utf8") : undefined
  }
}

/** The documentation in the table of routes. `hasSignIn` is whether people can sign in. */
export const documentation = ({ origin, prefix }: Place, own: OwnPages, hasSignIn: boolean) =>
  docs({
    origin,
    prefix,
    files: { "SPEC.md": "laws", "docs/errors.md": "errors" },
    program: "agent-operations",
    first: true,
    links: [
      ["API explorer", `${prefix}/reference`],
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
