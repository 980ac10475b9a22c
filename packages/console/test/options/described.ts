import type { ConsoleMount, RendererOptions, ViewCompilerOptions } from "@agent-operations/console"
import type { HostConsoleOptions } from "@agent-operations/console/host"
import type { OptionsTable } from "@agent-operations/testing/options"

const shared = {
  name: { default: "Agent Operations", meaning: "the name of the product" },
  program: { default: "none", meaning: 'the name of your command line, for the tab "API" of a page' },
  theme: {
    default: "the console's",
    meaning: "[your colour](#your-colour-and-letters), and the letters next to the name"
  },
  traces: { default: "true", meaning: "`false` leaves out traces and sessions, where they are served" },
  pages: { default: "none", meaning: "[pages of your own](#a-page-of-your-own) in each project" },
  deadline: {
    default: "15 seconds",
    meaning: "how long a page may take, once its form has come: a form has 10 seconds"
  }
} as const

const renderer = (more: string) => ({ default: more, meaning: "threads that draw [large pages](#what-is-large)" })
const viewCompiler = (more: string) => ({ default: more, meaning: "the thread that compiles React page views" })

/** Every option of `makeConsole`. */
export const described = {
  origin: { default: "required", meaning: "where people and programs reach the server, without a path" },
  identity: {
    default: "required",
    meaning:
      "sign-in and tokens, with the options of [`identityLayer`](../identity/README.md#options), except origin and prefix"
  },
  prefix: { default: "none", meaning: "the path of the origin below which all of it is: `/ops`" },
  sections: {
    default: "page views, custom fields, and the served kinds of metrics charts, prompts, datasets, apps and scorers",
    meaning: "the kinds of definition with pages, in the order of the navigation"
  },
  ...shared,
  deletionDelay: {
    default: "7 days",
    meaning: "how long the deletion of a project or an organization can be cancelled"
  },
  organizationsPerPerson: {
    default: "20",
    meaning: "how many organizations that still exist one person may have created, or `off`"
  },
  renderer: renderer("as follows"),
  viewCompiler: viewCompiler("as follows")
} as const satisfies OptionsTable<ConsoleMount>

/** Every option of `hostConsole`. */
export const ofHost = {
  origin: { default: "required", meaning: "where people reach the server, without a path" },
  projects: {
    default: "required",
    meaning:
      "the projects that somebody can open: `(person, request) => [{ id, name, organization: { id, name } }]`, or a promise of it"
  },
  signIn: { default: "401", meaning: 'where unknown people sign in: `(returnTo) => "/login?next=" + …`' },
  signOut: { default: "none", meaning: "the path of a page where people sign out" },
  sections: {
    default: "each kind that the kit serves",
    meaning: "the kinds of definition with pages, in the order of the navigation"
  },
  ...shared,
  program: {
    default: "none",
    meaning:
      'the name of your command line, for the tab "API" of a page: without it, the tab shows the call with curl, the client and MCP only'
  },
  renderer: renderer("[as below](#options)"),
  viewCompiler: viewCompiler("[as below](#options)")
} as const satisfies OptionsTable<HostConsoleOptions>

const worker = (module: string) => ({
  default: `\`${module}.js\` next to the code`,
  meaning: `starts \`@agent-operations/console/${module}\` in a bundle`
})

/** Every option of `renderer`. */
export const ofRenderer = {
  threads: { default: "1", meaning: "how many threads draw at once" },
  queueLimit: { default: "32", meaning: "how many pages may wait for a thread; more are 503" },
  deadline: {
    default: "5 seconds",
    meaning: "how long a page waits for a thread, and then, again, how long that may take"
  },
  worker: worker("console-worker")
} as const satisfies OptionsTable<RendererOptions>

/** Every option of `viewCompiler`. */
export const ofViewCompiler = {
  queueLimit: { default: "16", meaning: "how many components may wait to be compiled" },
  deadline: { default: "5 seconds", meaning: "how long a component waits, and then, again, how long it may take" },
  worker: worker("view-compiler-worker")
} as const satisfies OptionsTable<ViewCompilerOptions>
