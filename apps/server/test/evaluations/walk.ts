/**
 * A team's way with its own agent, over each surface: a dataset made from what the agent recorded, a scorer of code and a
 * judge, and two versions of the agent compared. Over REST a process is killed meanwhile, a person reviews ten cases by
 * keyboard, and a budget is used up and raised; the command line tells services of CI what is worse.
 */
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { sharedBrowser, takeScreenshots } from "@agent-operations/browser-for-tests"
import { type FakeModel, startFakeModel } from "@agent-operations/fake-model"
import { isLong } from "@agent-operations/testing/long"
import { waitUntil } from "@agent-operations/testing/wait-until"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type CommandLine, installCommandLine } from "../identity/command-line.ts"
import { freshPlaces } from "../identity/places.ts"
import { command, start, type Started } from "../process.ts"
import { environmentOf, overCommandLine, overMcp, overRest, post, type Reached, type Tell } from "./surfaces.ts"
import { recordedQuestions, startSupportAgent, type SupportAgent } from "./support-agent.ts"

interface Run {
  readonly id: string
  readonly status: string
  readonly reason: string | null
  readonly counts: Readonly<Record<string, number>>
  readonly usage: { readonly heldMicros: number; readonly spentMicros: number }
  readonly statistics: Readonly<Record<string, { readonly scored: number; readonly mean: number }>>
}

interface Usage {
  readonly accounts: ReadonlyArray<{ readonly account: string; readonly spentMicros: number }>
}

/** A run with what people say of it. */
interface Reviewed {
  readonly reviews: ReadonlyArray<{ readonly statistics: Readonly<Record<string, object>> }>
}

interface Comparison {
  readonly verdict: string
  readonly difference: number
  readonly ci95: readonly [number, number]
}

const choices = [
  { label: "helps", value: 1 },
  { label: "does not", value: 0 }
]

/** A judge that finds an answer helpful if it is none of those that know nothing. */
const judging = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => {
  const label = JSON.stringify(body["messages"]).includes("I don't know") ? "does not" : "helps"
  return { text: JSON.stringify({ explanation: "As it says.", label }) }
}

const chromium = await sharedBrowser()

/** How many items a dataset has, and how often a run asks for each. */
type Size = readonly [items: number, repetitions: number]

/** The walk over REST in one size, and over the other surfaces in another. PGlite's is a long run's. */
export const describeWalk = (whole: Size, some: Size): void => {
  let cli: CommandLine
  let agent: SupportAgent
  let model: FakeModel

  beforeAll(async () => {
    cli = await installCommandLine()
    agent = await startSupportAgent()
    model = await startFakeModel(judging)
  })
  afterAll(async () => {
    agent.close()
    await model.close()
    await cli.remove()
  })

  for (const [database, place] of freshPlaces().slice(isLong ? 0 : 1))
    describe(`from recorded traces to a better agent (${database})`, { shuffle: false }, () => {
      const { asked, otlp } = recordedQuestions(whole[0])
      const targets = whole[0] * whole[1]
      let settings: Record<string, string>
      let servers: Array<Started> = []
      let reached: Reached
      let organizationId: string
      let connection: string
      let rest: Tell
      /** What was made over REST. */
      let made: Awaited<ReturnType<typeof prepare>>

      beforeAll(async () => {
        settings = {
          ...(await place()),
          PORT: "0",
          EGRESS_ALLOW: [agent.origin, model.origin].join(","),
          SECRETS_KEYS: randomBytes(32).toString("base64url"),
          AUTH_SECRET: randomBytes(32).toString("base64url")
        }
        const { apiKey, projectId, stop, ...first } = await start([], settings)
        organizationId = first.organizationId
        await stop()
        const connecting = ["connection", "add", "--org", organizationId, "--project", projectId, "--name", "Models"]
        const added = await command(
          [...connecting, "--url", model.baseUrl, "--price", "small=1,1", "--json"],
          settings,
          "sk-0123456789"
        )
        assert.strictEqual(added.code, 0, added.stderr)
        connection = (JSON.parse(added.stdout) as { readonly id: string }).id
        servers = [await start([], settings)]
        if (database === "PostgreSQL") servers.push(await start([], settings))
        reached = { apiKey, projectId, url: () => servers[0]!.url }
        rest = overRest(reached)
      })
      afterAll(() => Promise.all(servers.map((server) => server.stop())))

      /** A dataset of the recorded traces, two versions of the agent, a scorer of code and a judge. */
      const prepare = async (tell: Tell, name: string, [items, repetitions]: Size) => {
        const dataset = await tell("create_dataset", { name, source: { type: "items" }, settings: {} })
        const traceIds = asked.slice(0, items).map(({ traceId }) => traceId)
        const add = (some: ReadonlyArray<string>) =>
          tell<object>("add_traces_to_dataset", { datasetId: dataset.id, traceIds: some })
        assert.deepInclude(await add(traceIds.slice(0, items / 2)), { version: 1, created: items / 2 })
        assert.deepInclude(await add(traceIds.slice(items / 2)), { version: 2, created: items / 2 })
        assert.deepInclude(await add(traceIds.slice(items / 2)), { version: 2, created: 0, unchanged: items / 2 })

        const register = (version: string) =>
          tell("register_app", {
            name: `${name} ${version}`,
            source: { type: "http", url: `${agent.origin}/${version}`, streaming: "none" },
            settings: { maxConcurrency: 40, microsPerInvocation: 5 }
          })
        const [v1, v2] = [await register("v1"), await register("v2")]
        const code = "export default ({ output, expected }) => output.answer === expected.answer"
        const score = (kind: string, source: object, output: object, references = {}) =>
          tell("create_scorer", { name: `${name} ${kind}`, source, settings: { output }, references })
        const known = await score("known", { type: "code", language: "javascript", code }, { type: "boolean" })
        const template = "Does this help?\n{{output}}"
        const prompt = await tell("create_prompt", { name, source: { type: "text", template }, settings: {} })
        const judge = { type: "judge", prompt: "asking", connection, model: "small", maxOutputTokens: 100, choices }
        const asking = { asking: { kind: "prompt", id: prompt.id } }
        const judged = await score("judged", judge, { type: "label", labels: choices }, asking)
        const polite = await score("polite", { type: "human", question: "Is it polite?" }, { type: "boolean" })
        const scorers = { known: { id: known.id }, judge: { id: judged.id } }
        const plan = (app: { readonly id: string }, title: string) => ({
          requestKey: `${name} ${title}`,
          name: title,
          series: name,
          app: { id: app.id },
          dataset: { id: dataset.id },
          scorers,
          repetitions
        })
        return { v1: plan(v1, "Version 1"), v2: plan(v2, "Version 2"), polite: polite.id }
      }

      const until = (tell: Tell, id: string, done: (run: Run) => boolean) =>
        waitUntil(`what the run ${id} is to come to`, async () => {
          const { run } = await tell<{ readonly run: Run }>("get_eval_run", { id, limit: 1 })
          assert.isTrue(done(run), JSON.stringify(run))
          return run
        })
      const hasEnded = ({ status }: Run) => ["completed", "failed", "cancelled"].includes(status)

      /** Waits for both runs, and looks at what they tell. */
      const compare = async (tell: Tell, base: string, other: string, [items, repetitions]: Size) => {
        const targets = items * repetitions
        for (const [id, mean] of [
          [base, 0.5],
          [other, 0.875]
        ] as const) {
          const run = await until(tell, id, hasEnded)
          assert.strictEqual(run.status, "completed")
          assert.deepInclude(run.counts, { total: targets, succeeded: targets, failed: 0 })
          assert.deepInclude(run.statistics["known"], { scored: targets, mean })
          assert.deepInclude(run.statistics["judge"], { scored: targets, mean })
          assert.strictEqual(run.usage.heldMicros, 0)
          // The agent tells 3 for each answer, and each judgement took 15 tokens of a millionth.
          assert.isAtLeast(run.usage.spentMicros, targets * (3 + 15))
        }
        const { scorers } = await tell<{ readonly scorers: Readonly<Record<string, Comparison>> }>(
          "compare_eval_runs",
          {
            baseId: base,
            id: other
          }
        )
        for (const alias of ["known", "judge"]) {
          const { verdict, difference, ci95 } = scorers[alias]!
          assert.strictEqual(verdict, "better")
          assert.approximately(difference, 0.375, 1e-9)
          assert.isTrue(0 < ci95[0] && ci95[0] < 0.375 && 0.375 < ci95[1], JSON.stringify(ci95))
        }
      }

      /** Kills a process. Where it was the only one, it is started again. */
      const kill = async () => {
        process.kill(servers.pop()!.pid, "SIGKILL")
        if (servers.length === 0) servers = [await start([], settings)]
      }

      it("over REST, while a process is killed", async () => {
        const sent = await post(reached, "/v1/traces", otlp)
        assert.strictEqual(sent.status, 200, await sent.text())
        made = await prepare(rest, "Customers", whole)
        const base = await rest("create_eval_run", made.v1)
        agent.take(50)
        await until(rest, base.id, ({ counts }) => counts["succeeded"]! >= targets / 6)
        await kill()
        agent.take(0)
        assert.strictEqual((await rest("create_eval_run", made.v1)).id, base.id)
        const other = await rest("create_eval_run", made.v2)
        await compare(rest, base.id, other.id, whole)
        for (const [target, count] of agent.calls) assert.isAtMost(count, 3, target)
      })

      const signIn = async (): Promise<Page> => {
        const context = await chromium.browser!.newContext()
        const page = await context.newPage()
        await page.goto(servers[0]!.signInUrl)
        await page.getByRole("button", { name: "Mail me a sign-in link" }).click()
        await page.getByRole("heading", { name: "Check your mail" }).waitFor()
        await page.goto(`${servers[0]!.url}/outbox`)
        const link = await page.locator('a[href*="/sign-in/link?token="]').first().getAttribute("href")
        await page.goto(new URL(link!, servers[0]!.url).href)
        await page.getByRole("button", { name: "Sign in" }).click()
        await page.waitForURL((url) => !url.pathname.includes("/sign-in"))
        return page
      }

      it("reviews ten cases by keyboard, and the run tells what people said", async ({ skip }) => {
        if (chromium.browser === undefined) return skip(chromium.reason)
        const { id: runId } = await rest("create_eval_run", made.v1)
        const session = await rest("create_review_session", {
          requestKey: "review",
          name: "Answers that do not help",
          subject: { runId, scorer: "judge", below: 1, sample: 10 },
          rubric: { polite: { id: made.polite } }
        })
        const page = await signIn()
        await page.goto(`${servers[0]!.url}/o/${organizationId}/p/${reached.projectId}/reviews/${session.id}`)
        // Keys are heard once the scripts of a page are at work.
        const listens = () => page.locator("html[data-scripts=started]").waitFor({ state: "attached" })
        await listens()
        await page.keyboard.press("c")
        for (let n = 1; n <= 10; n++) {
          await page.getByRole("heading", { level: 1, name: `Item ${n}`, exact: true }).waitFor()
          await listens()
          if (n === 1) await takeScreenshots(page, `evaluations-${database}-review`)
          for (const key of ["a", n <= 8 ? "1" : "2", "s"]) await page.keyboard.press(key)
        }
        await page.getByText("nothing left for you to review").waitFor()
        const { reviews } = await rest<Reviewed>("get_eval_run", { id: runId, limit: 1 })
        assert.deepInclude(reviews[0]!.statistics["polite"], { items: 10, answers: 10, mean: 0.8 })
        await page.context().close()
      })

      it("pauses where its budget is used up, which a person raises in the browser", async ({ skip }) => {
        if (chromium.browser === undefined) return skip(chromium.reason)
        const at = (days: number) => new Date(Date.now() + days * 864e5).toISOString()
        const range = { from: at(-1), to: at(1), groupBy: "day" }
        const spent = async () => {
          const { accounts } = await rest<Usage>("get_usage", range)
          return accounts.find(({ account }) => account === "project")!.spentMicros
        }
        const page = await signIn()
        const project = `${servers[0]!.url}/o/${organizationId}/p/${reached.projectId}`
        const setBudget = async (amount: string) => {
          await page.goto(`${project}/usage`)
          await page.getByRole("link", { name: "Set budgets" }).click()
          await page.getByLabel("Limit").first().fill(amount)
          await page.getByRole("button", { name: "Set budget of this project" }).click()
          await page.getByText("The budget is set.").waitFor()
        }
        const limit = (await spent()) + targets * 13
        await setBudget((limit / 1_000_000).toFixed(6))
        const { id } = await rest("create_eval_run", { ...made.v2, requestKey: "dear", name: "Dear" })
        const paused = await until(rest, id, ({ status }) => status === "paused")
        assert.strictEqual(paused.reason, "budget")
        assert.isBelow(paused.counts["succeeded"]!, targets)
        await page.goto(`${project}/evaluations/${id}`)
        await page.getByText("The budget is used up.").waitFor()
        await takeScreenshots(page, `evaluations-${database}-budget`)
        assert.isAtMost(await spent(), limit)
        await setBudget("")
        await takeScreenshots(page, `evaluations-${database}-budgets`)
        // It goes on by itself.
        const ended = await until(rest, id, hasEnded)
        assert.strictEqual(ended.status, "completed")
        assert.deepInclude(ended.counts, { total: targets, succeeded: targets })
        await page.context().close()
      })

      it("over the command line, which tells services of CI what is worse", async () => {
        const tell = overCommandLine(cli, reached)
        const { v1, v2 } = await prepare(tell, "From CI", some)
        const run = (
          { name, series, app, dataset, scorers, repetitions }: typeof v1,
          ...more: ReadonlyArray<string>
        ) => {
          const texts = { name, series, app, dataset, scorers, repetitions, requestKey: `From CI ${name}` }
          const flags = Object.entries(texts).flatMap(([key, value]) => [
            `--${key.replace("K", "-k")}`,
            typeof value === "string" ? value : JSON.stringify(value)
          ])
          return cli.run(["evaluations", "run", ...flags, ...more], environmentOf(reached)).ended
        }
        const better = await run(v2, "--fail-on", "worse")
        assert.strictEqual(better.exit, 0, better.error)
        const worse = await run(v1, "--fail-on", "worse", "--junit", "evals.xml", "--summary", "evals.md")
        assert.strictEqual(worse.exit, 10, worse.error)
        assert.include(worse.error, "It is worse than")
        const [xml, summary] = ["evals.xml", "evals.md"].map((file) => readFileSync(join(cli.directory, file), "utf8"))
        const tests = some[0] * some[1]
        assert.include(xml!, `tests="${tests}" failures="${tests / 2}"`)
        assert.include(summary!, "worse")
        const [base, other] = [await tell("create_eval_run", v1), await tell("create_eval_run", v2)]
        await compare(tell, base.id, other.id, some)
      })

      it("over MCP", async () => {
        const tell = await overMcp(reached)
        const { v1, v2 } = await prepare(tell, "By an agent", some)
        const [base, other] = [await tell("create_eval_run", v1), await tell("create_eval_run", v2)]
        await compare(tell, base.id, other.id, some)
        await tell.close()
      })
    })
}
