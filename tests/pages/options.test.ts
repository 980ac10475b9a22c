import {
  type ConsoleMount,
  customFields,
  html,
  makeConsole,
  type OwnPage,
  Renderer,
  ViewCompiler
} from "@agent-operations/console"
import { type HostConsoleOptions, hostConsole } from "@agent-operations/console/host"
import { Outbox } from "@agent-operations/identity"
import { createAgentOperations } from "@agent-operations/kit"
import { serverWith } from "@agent-operations/testing/kit"
import { describeOptions, type OptionEffects } from "@agent-operations/testing/options"
import { traces } from "@agent-operations/traces"
import { views } from "@agent-operations/views"
import { Context, Duration, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { afterAll, assert, beforeAll, vi } from "vitest"
// oxlint-disable-next-line no-restricted-imports -- what options are said to do is data of the tests that hold them to it
import { described, ofHost } from "../../packages/console/test/options/described.ts"
import { Browser } from "./browser.ts"
import { type Setting, start } from "./kit.ts"

/** A console with every option, and one with those alone that are required. */
interface Pair<A> {
  given: A
  usual: A
}

/** Somebody at a console, below a path of the origin, and the path of a project. */
interface Place {
  readonly ada: Browser
  readonly origin: string
  readonly prefix: string
  readonly project: string
}

const origins = { given: "https://given.test", usual: "https://usual.test" }
const onCall: OwnPage = { path: "on-call", label: "On call", render: () => html`<p>Nobody is woken.</p>` }

const given = {
  sections: [customFields],
  name: "Acme",
  program: "acme-ops",
  theme: { accent: { light: "#0b6e4f", dark: "#5fd3a8" }, mark: "Ac" },
  traces: false,
  pages: [onCall],
  deadline: "4321 millis",
  renderer: { threads: 3 },
  viewCompiler: { queueLimit: 3 }
} as const satisfies Partial<HostConsoleOptions>

/** What is seen at both. */
const both = async <A, B>({ given, usual }: Pair<A>, see: (at: A) => Promise<B>): Promise<readonly [B, B]> => [
  await see(given),
  await see(usual)
]

const statusOf =
  (path: string) =>
  async ({ ada, project }: Place) =>
    (await ada.send(project + path)).status

const marks =
  (text: string, at = "") =>
  async ({ ada, project }: Place) =>
    (await ada.get(project + at)).html.includes(text)

const ofViews = ["page-views", "custom-fields"]
/** The paths of all kinds that a console may have sections of. */
const kinds = [...ofViews, "metrics-charts", "prompts", "datasets", "apps", "scorers", "alert-rules"]

type Shared = keyof typeof given | "origin"

/** What the threads of a console are given as it is made. */
interface Threads {
  readonly renderer: ReadonlyArray<unknown>
  readonly viewCompiler: ReadonlyArray<unknown>
}

/** The effects of what both sorts of console have. */
const effectsAt = (
  places: Pair<Place>,
  threads: () => Threads,
  usualDeadline: Duration.Input,
  usualSections: ReadonlyArray<string>
): OptionEffects<Record<Shared, unknown>> => ({
  origin: async () => {
    const posts = await both(places, async ({ ada, project, origin }) => {
      const { action, fields } = (await ada.get(`${project}/custom-fields/new`)).form()
      const from = (origin: string) => ada.post(action, { ...fields, action: "save" }, { origin })
      const elsewhere = Object.values(origins).find((one) => one !== origin)!
      return [(await from(origin)).status, (await from(elsewhere)).status]
    })
    assert.deepStrictEqual(posts, [
      [400, 403],
      [400, 403]
    ])
  },
  sections: async () => {
    const listed = await both(places, async ({ ada, project }) => {
      const links = [...(await ada.get(project)).html.matchAll(/href="([^"]*)"/g)].map(([, path = ""]) => path)
      const sections = links.map((path) => kinds.find((kind) => path === `${project}/${kind}`))
      return [...new Set(sections.filter((kind) => kind !== undefined))]
    })
    assert.deepStrictEqual(listed, [["custom-fields"], [...usualSections]])
    assert.deepStrictEqual(await both(places, statusOf("/page-views")), [404, 200])
  },
  name: async () => {
    assert.deepStrictEqual(await both(places, marks("· Acme</title>")), [true, false])
    assert.deepStrictEqual(await both(places, marks(`· ${described.name.default}</title>`)), [false, true])
  },
  program: async () => {
    assert.deepStrictEqual(await both(places, marks("acme-ops custom-fields list", "/custom-fields?tab=api")), [
      true,
      false
    ])
    assert.deepStrictEqual(await both(places, marks("Command line", "/custom-fields?tab=api")), [true, false])
  },
  theme: async () => {
    const css = ({ ada, prefix }: Place) => ada.get(`${prefix}/assets/style.css`)
    assert.deepStrictEqual(
      await both(places, async (place) => (await css(place)).html.includes("--accent:light-dark(#0b6e4f,#5fd3a8)")),
      [true, false]
    )
    assert.deepStrictEqual(await both(places, marks(">Ac</span>")), [true, false])
  },
  traces: async () => {
    assert.deepStrictEqual(await both(places, statusOf("/traces")), [404, 200])
  },
  pages: async () => {
    assert.deepStrictEqual(await both(places, statusOf("/on-call")), [200, 404])
  },
  deadline: async () => {
    const usual = Duration.toMillis(usualDeadline)
    const timers = vi.spyOn(globalThis, "setTimeout")
    const set = await both(places, async ({ ada, project }) => {
      timers.mockClear()
      await ada.get(project)
      return timers.mock.calls.map(([, millis]) => millis).filter((millis) => millis === 4321 || millis === usual)
    })
    timers.mockRestore()
    assert.deepStrictEqual(set, [[4321], [usual]])
  },
  renderer: () => assert.deepStrictEqual(threads().renderer, [given.renderer, undefined]),
  viewCompiler: () => assert.deepStrictEqual(threads().viewCompiler, [given.viewCompiler, undefined])
})

/** Makes consoles, and tells what their threads are given. */
const watched = async (make: () => Promise<unknown>): Promise<Threads> => {
  const [renderer, viewCompiler] = [vi.spyOn(Renderer, "layer"), vi.spyOn(ViewCompiler, "layer")]
  await make()
  const told = [renderer, viewCompiler].map(({ mock }) => mock.calls.map(([options]) => options as unknown))
  for (const one of [renderer, viewCompiler]) one.mockRestore()
  return { renderer: told[0]!, viewCompiler: told[1]! }
}

const scope = Scope.makeUnsafe()
const secret = Redacted.make("t".repeat(43))
const mounts: Pair<ConsoleMount> = {
  given: {
    ...given,
    origin: origins.given,
    prefix: "/ops",
    identity: { secret, emailDomains: ["acme.example"] },
    deletionDelay: "3 days",
    organizationsPerPerson: 2
  },
  usual: { origin: origins.usual, identity: { secret, emailDomains: ["example.com"] } }
}

let setting: Setting
const consoles = {} as Pair<Effect.Success<ReturnType<typeof makeConsole>>>
const ofConsoles = {} as Pair<Place>
let threadsOfConsoles: Threads

/** A browser without a session at a console. */
const stranger = (which: keyof Pair<unknown>) =>
  new Browser((request, address) => consoles[which].fetch(request, { address }), origins[which], "203.0.113.1")

/** The link that was mailed last. */
const lastLink = async () => {
  const [mail] = await setting.run(Outbox.use(({ list }) => list))
  return /https?:\S+/.exec(mail?.text ?? "")?.[0] ?? assert.fail("no link was mailed")
}

/** Somebody with an organization and a project of theirs. */
const enter = async (which: keyof Pair<unknown>, email: string): Promise<Place> => {
  const { origin, prefix = "" } = mounts[which]
  const ada = stranger(which)
  await ada.submit(await ada.get(`${prefix}/sign-in`), { email })
  const link = await lastLink()
  assert.include(link, `${origin}${prefix}/sign-in/link?`)
  await ada.submit(await ada.get(link.slice(origin.length)))
  const { path: organization } = await ada.submit(await ada.get(`${prefix}/organizations/new`), { name: "Acme" })
  const base = /^.*\/o\/[^/?]+/.exec(organization)![0]
  const { path } = await ada.submit(await ada.get(`${base}/projects/new`), { name: "Support" })
  return { ada, origin, prefix, project: /^.*\/p\/[^/?]+/.exec(path)![0] }
}

beforeAll(async () => {
  setting = await start()
  threadsOfConsoles = await watched(async () => {
    // Identity is made anew for each, and not taken of the setting's.
    const services = Context.omit(Layer.CurrentMemoMap)(setting.services)
    for (const which of ["given", "usual"] as const)
      consoles[which] = await Effect.runPromise(
        makeConsole(mounts[which]).pipe(Effect.provide(services), Effect.provideService(Scope.Scope, scope))
      )
  })
  ofConsoles.given = await enter("given", "ada@acme.example")
  ofConsoles.usual = await enter("usual", "ada@example.com")
})
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await setting.close()
})

describeOptions<ConsoleMount>("makeConsole", described, {
  ...effectsAt(ofConsoles, () => threadsOfConsoles, described.deadline.default, kinds.slice(0, -1)),
  identity: async () => {
    const mayComeIn = (which: keyof Pair<unknown>) => async (email: string) => {
      const browser = stranger(which)
      return (await browser.press(await browser.get(`${mounts[which].prefix ?? ""}/sign-in`), { email })).status === 303
    }
    const emails = ["ben@acme.example", "ben@example.com"]
    assert.deepStrictEqual(await Promise.all(emails.map(mayComeIn("given"))), [true, false])
    assert.deepStrictEqual(await Promise.all(emails.map(mayComeIn("usual"))), [false, true])
  },
  prefix: async () => {
    const answers = (which: keyof Pair<unknown>) => async (path: string) =>
      (await consoles[which].fetch(new Request(origins[which] + path), { address: "203.0.113.1" }))?.status
    const paths = ["/ops/sign-in", "/sign-in"]
    assert.deepStrictEqual(await Promise.all(paths.map(answers("given"))), [200, undefined])
    assert.deepStrictEqual(await Promise.all(paths.map(answers("usual"))), [undefined, 200])
  },
  deletionDelay: async () => {
    const delays = await both(ofConsoles, async ({ ada, project }) => {
      const { html } = await ada.get(`${project}/settings/delete`)
      return /It is done in <b>(.*?)<\/b>/.exec(html)?.[1]
    })
    assert.deepStrictEqual(delays, ["3 days", described.deletionDelay.default])
  },
  // Each has one already.
  organizationsPerPerson: async () => {
    const created = await both(ofConsoles, async ({ ada, prefix }) => {
      for (let count = 1; ; count++) {
        const form = await ada.get(`${prefix}/organizations/new`)
        const answer = await ada.press(form, { name: "One more" })
        if (answer.status === 303) continue
        assert.strictEqual(answer.status, 422)
        return String(count)
      }
    })
    assert.deepStrictEqual(created, ["2", described.organizationsPerPerson.default])
  }
})

const families = [views(), traces()] as const
const organization = { id: "acme", name: "Acme" }
const projectsOf = (which: string) => ["web", "app"].map((id) => ({ id, name: `${which} ${id}`, organization }))
const hosts: Pair<HostConsoleOptions> = {
  given: {
    ...given,
    origin: origins.given,
    projects: () => projectsOf("given"),
    signIn: (returnTo) => `/login?next=${encodeURIComponent(returnTo)}`,
    signOut: "/logout"
  },
  usual: { origin: origins.usual, projects: async () => projectsOf("usual") }
}

const ofHosts = {} as Pair<Place>
const nobody = {} as Pair<Browser>
let threadsOfHosts: Threads
const ending: Array<() => Promise<unknown>> = []

beforeAll(async () => {
  const { database, drop } = await serverWith(families)
  threadsOfHosts = await watched(async () => {
    for (const which of ["given", "usual"] as const) {
      const kit = await createAgentOperations({
        ...{ families, database, logLevel: "None", entries: [hostConsole(hosts[which])] },
        authenticate: (request, { projectId }) =>
          request.headers.get("cookie") === "sid=ada"
            ? {
                actor: { type: "user", id: "ada", name: "Ada" },
                organizationId: "acme",
                projectId: projectId ?? null,
                scopes: ["views:read", "views:write", "traces:read"]
              }
            : null
      })
      ending.push(() => kit.close())
      const answer = (request: Request) => kit.fetch(request)
      const ada = new Browser(answer, origins[which], "203.0.113.1")
      ada.cookies.set("sid", "ada")
      ofHosts[which] = { ada, origin: origins[which], prefix: "", project: "/o/acme/p/web" }
      nobody[which] = new Browser(answer, origins[which], "203.0.113.1")
      // Its pages are made for the first that is asked for.
      await ada.get("/")
    }
  })
  ending.push(drop)
})
afterAll(async () => {
  for (const end of ending) await end()
})

describeOptions<HostConsoleOptions>("hostConsole", ofHost, {
  ...effectsAt(ofHosts, () => threadsOfHosts, ofHost.deadline.default, ofViews),
  projects: async () => {
    const listed = await both(ofHosts, async ({ ada }) => {
      const { text } = await ada.get("/")
      return ["given web", "usual web"].map((name) => text.includes(name))
    })
    assert.deepStrictEqual(listed, [
      [true, false],
      [false, true]
    ])
  },
  signIn: async () => {
    const answers = await both(nobody, async (browser) => {
      const { status, location } = await browser.send("/o/acme/p/web")
      return [status, location]
    })
    assert.deepStrictEqual(answers, [
      [303, "/login?next=%2Fo%2Facme%2Fp%2Fweb"],
      [401, null]
    ])
  },
  signOut: async () => {
    assert.deepStrictEqual(await both(ofHosts, marks("/logout")), [true, false])
    assert.deepStrictEqual(await both(ofHosts, marks("Sign out")), [true, false])
  }
})
