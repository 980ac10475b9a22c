import { upkeepMigrations } from "@agent-operations/database"
import { randomBytes } from "node:crypto"
import { AuditLog, migrations as auth, Organizations } from "@agent-operations/auth"
import { Egress } from "@agent-operations/egress"
import { migrations as revisions } from "@agent-operations/revision-store"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { assert } from "vitest"
import { connectionMigrations, ModelConnections } from "../../src/apps/connections/index.ts"
import { Budgets } from "../../src/evaluations/cost/Budgets.ts"
import { migrations } from "../../src/runs/migrations.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { migrations as secretMigrations, secretKeys, Secrets } from "../../src/secrets/index.ts"

const olga = { type: "member", userId: "usr_olga" } as const
const mia = { type: "member", userId: "usr_mia" } as const

/** An organization with an owner, a member and two projects. */
const organization = Effect.gen(function* () {
  const organizations = yield* Organizations
  const owner = { userId: "usr_olga", name: "Olga" }
  const { id: organizationId } = yield* organizations.create({ name: "Org", owner })
  yield* organizations.setMember({ organizationId, userId: "usr_mia", name: "Mia", role: "member", by: olga })
  const { id: projectId } = yield* organizations.createProject({ organizationId, name: "Support", by: olga })
  const { id: other } = yield* organizations.createProject({ organizationId, name: "Other", by: olga })
  return { organizationId, projectId, other }
})

/** What was done, oldest first, of one sort of thing. */
const doneTo = (organizationId: string, ...actions: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { items } = yield* (yield* AuditLog).list({ organizationId, limit: 50, by: olga })
    return items
      .filter(({ action }) => actions.some((one) => action.startsWith(one)))
      .map(({ actor, action, subject, details }) => [actor.name, action, subject, details])
      .toReversed()
  })

describeOnPostgres("what owners and admins set for evaluations", (database) => {
  const services = Layer.mergeAll(Organizations.layer, AuditLog.layer, Budgets.layer, RunStore.layer).pipe(
    Layer.provideMerge(ModelConnections.layer),
    Layer.provideMerge(
      Layer.merge(Secrets.layer(secretKeys([Redacted.make(randomBytes(32).toString("base64url"))])), Egress.layer())
    ),
    Layer.provideMerge(
      database.migrated([auth, revisions, migrations, secretMigrations, connectionMigrations, upkeepMigrations])
    ),
    Layer.orDie
  )
  layer(services, { excludeTestServices: true })((it) => {
    it.effect(
      "U1: budgets are the organization's and each project's own, are audited, and are theirs to set alone",
      () =>
        Effect.gen(function* () {
          const [budgets, { organizationId, projectId, other }] = [yield* Budgets, yield* organization]
          const asked = { organizationId, by: olga }
          assert.deepStrictEqual(yield* budgets.list({ ...asked, projectId }), [])
          const whole = yield* budgets.set({ ...asked, limitMicros: 5000, monthly: true })
          const part = yield* budgets.set({ ...asked, projectId, limitMicros: 70, monthly: false })
          assert.deepStrictEqual(
            [whole, part],
            [
              { limitMicros: 5000, monthly: true },
              { limitMicros: 70, monthly: false }
            ]
          )
          const told = (projectId: string | null, limitMicros: number | null, monthly: boolean) => ({
            ...{ projectId, limitMicros, spentMicros: 0, heldMicros: 0, monthly }
          })
          const [first, second] = [told(null, 5000, true), told(projectId, 70, false)]
          assert.deepStrictEqual(yield* budgets.list(asked), [first])
          assert.deepStrictEqual(yield* budgets.list({ ...asked, projectId }), [first, second])
          assert.deepStrictEqual(yield* budgets.list({ ...asked, projectId: other }), [first])
          yield* budgets.set({ ...asked, projectId, limitMicros: null, monthly: true })
          assert.deepStrictEqual((yield* budgets.list({ ...asked, projectId }))[1], told(projectId, null, true))

          // What is as it was before is no change.
          yield* budgets.set({ ...asked, limitMicros: 5000, monthly: true })
          yield* budgets.set({ ...asked, projectId, limitMicros: null, monthly: true })
          yield* budgets.set({ ...asked, projectId: other, limitMicros: null, monthly: false })

          const unknown = yield* Effect.flip(
            budgets.set({ ...asked, projectId: "prj_none", limitMicros: 1, monthly: false })
          )
          assert.deepStrictEqual([unknown._tag, unknown.message], ["Unknown", "There is no project prj_none."])
          for (const refused of [
            budgets.set({ ...asked, by: mia, limitMicros: 1, monthly: false }),
            budgets.list({ ...asked, by: mia })
          ]) {
            assert.strictEqual(
              (yield* Effect.flip(refused as Effect.Effect<unknown, { readonly _tag: string }>))._tag,
              "NotAllowed"
            )
          }
          const project = { type: "project", id: projectId, name: "Support" }
          assert.deepStrictEqual(yield* doneTo(organizationId, "budget."), [
            ["Olga", "budget.changed", { type: "organization", id: organizationId, name: "Org" }, { ...whole }],
            ["Olga", "budget.changed", project, { ...part }],
            ["Olga", "budget.changed", project, { limitMicros: null, monthly: true }]
          ])
        })
    )

    it.effect("G2: model connections are listed by name, as they were added, and each change of one is audited", () =>
      Effect.gen(function* () {
        const [connections, { organizationId, projectId, other }] = [yield* ModelConnections, yield* organization]
        const asked = { organizationId, projectId, by: olga }
        const price = (model: string, micros: number) => ({
          ...{ model, inputMicrosPerMillion: micros, outputMicrosPerMillion: 2 * micros }
        })
        const connection = (name: string, baseUrl: string, tokenLimit: "max_tokens" | "max_completion_tokens") => ({
          ...{ name, baseUrl, tokenLimit, prices: [price("small", 1), price("large", 9)] }
        })
        const key = Redacted.make("sk-x7Qf-x7Qf")
        const [zeta, alpha] = [
          connection(" Zeta ", "https://z.example.com/v1", "max_completion_tokens"),
          connection("Alpha", "https://a.example.com/v1", "max_tokens")
        ]
        const last = yield* connections.add({ ...asked, connection: zeta, key })
        const first = yield* connections.add({ ...asked, connection: alpha, key })
        yield* connections.add({ ...asked, projectId: other, connection: alpha, key })
        const listed = yield* connections.list(asked)
        const prices = [price("large", 9), price("small", 1)]
        const { createdAt } = last
        assert.deepStrictEqual(listed, [
          { ...first, prices },
          { ...zeta, id: last.id, name: "Zeta", prices, createdAt }
        ])
        const space = { tenant: organizationId, project: projectId }
        const found = yield* connections.find(space, last.id)
        assert.deepInclude(found, { baseUrl: zeta.baseUrl, tokenLimit: "max_completion_tokens", name: "Zeta" })
        const twice = yield* Effect.flip(
          connections.add({ ...asked, connection: connection("Zeta ", alpha.baseUrl, "max_tokens"), key })
        )
        assert.deepStrictEqual(
          [twice._tag, twice.message],
          ["AlreadyExists", "The project already has a model connection Zeta."]
        )
        const inner = connection("Inner", "https://127.0.0.1/v1", "max_tokens")
        const refused = yield* Effect.flip(connections.add({ ...asked, connection: inner, key }))
        assert.deepInclude({ ...refused }, { _tag: "EGRESS_REFUSED" })
        const nowhere = yield* Effect.flip(connections.list({ ...asked, projectId: "prj_none" }))
        assert.deepStrictEqual([nowhere._tag, nowhere.message], ["Unknown", "There is no project prj_none."])
        // One of another project is not there.
        for (const missing of [
          connections.rotate({ ...asked, projectId: other, id: last.id, key }),
          connections.remove({ ...asked, projectId: other, id: last.id })
        ]) {
          const failed = yield* Effect.flip(missing as Effect.Effect<unknown, { readonly _tag: string }>)
          assert.strictEqual(failed._tag, "Unknown")
        }

        yield* connections.rotate({ ...asked, id: last.id, key: Redacted.make("sk-new-new-new") })
        yield* connections.remove({ ...asked, id: last.id })
        assert.deepStrictEqual(yield* connections.list(asked), [{ ...first, prices }])
        assert.lengthOf(yield* connections.list({ ...asked, projectId: other }), 1)
        const subject = { type: "connection", id: last.id, name: "Zeta" }
        const details = { projectId, baseUrl: zeta.baseUrl }
        const events = (yield* doneTo(organizationId, "connection.")).filter(
          ([, , of]) => (of as { id: string }).id === last.id
        )
        assert.deepStrictEqual(
          events,
          ["connection.added", "connection.rotated", "connection.removed"].map((action) => [
            "Olga",
            action,
            subject,
            details
          ])
        )
      })
    )
  })
})
