import { assert, describe, it } from "vitest"
import { actorOf, actorOptions, auditTopics, detailsOf, idsOf, sentence } from "../src/organizations/audit-words.ts"
import { textOf } from "./text.ts"

type Event = Parameters<typeof sentence>[0]

/** What each action is, as the end of a sentence about who did it; N is what it was done to. */
const sentences: { readonly [A in Event["action"]]: string } = {
  "organization.created": "created the organization N",
  "organization.renamed": "renamed the organization to N",
  "organization.deletion_planned": "planned the deletion of the organization N",
  "organization.deletion_cancelled": "cancelled the deletion of the organization N",
  "project.created": "created the project N",
  "project.renamed": "renamed a project to N",
  "project.deletion_planned": "planned the deletion of the project N",
  "project.deletion_cancelled": "cancelled the deletion of the project N",
  "project.deleted": "deleted the project N , as planned",
  "member.added": "added N as a member",
  "member.role_changed": "changed the role of N",
  "member.removed": "removed N",
  "member.left": "left the organization",
  "member.renamed": "renamed a member to N",
  "invitation.created": "invited N",
  "invitation.revoked": "revoked the invitation of N",
  "invitation.accepted": "accepted the invitation of N",
  "key.created": "created the API key N",
  "key.revoked": "revoked the API key N",
  "key.replaced": "replaced the API key N",
  "key.renamed": "renamed an API key to N",
  "budget.changed": "changed the budget of N",
  "application.connected": "connected the application N",
  "application.disconnected": "disconnected the application N",
  "connection.added": "added the model connection N",
  "connection.removed": "removed the model connection N",
  "connection.rotated": "replaced the key of the model connection N",
  "dataset_item.purged": "purged the item N of a dataset",
  "dataset_item.deleted": "deleted items of the dataset N",
  "definition.deleted": "deleted the page view N",
  "definition.recovered": "recovered the page view N",
  "evaluation_run.cancelled": "cancelled the evaluation run N",
  "evaluation_run.deleted": "deleted the evaluation run N",
  "reviews.assigned": "changed who may review in the session N",
  "trace.deleted": "deleted the trace N",
  "score.deleted": "deleted the score N",
  "secret.set": "set the secret N of an app",
  "secret.removed": "removed the secret N of an app",
  "label.moved": "moved the label N of a prompt",
  "label.removed": "removed the label N of a prompt",
  "label.protected": "protected the label N of a prompt",
  "label.unprotected": "no longer protects the label N of a prompt",
  "data.exported": "exported N",
  "retention.allowed": "had upkeep delete what it held back"
}

describe("an event of the audit log", () => {
  const event = (more: object) => ({ subject: { type: "page_view", id: "key_1", name: "N" }, ...more }) as Event

  it("is a sentence of what was done to what", () => {
    const actions = Object.keys(sentences) as Array<Event["action"]>
    assert.deepStrictEqual(
      Object.fromEntries(actions.map((action) => [action, textOf(sentence(event({ action })))])),
      sentences
    )
  })

  it("has its details by their names, with those of what is known, and instants to the second", () => {
    const details = {
      formerName: "Old",
      projectId: "prj_1",
      replacedById: "key_9",
      scopes: ["views:read", "traces:read"],
      expiresAt: "2014-11-20T10:00:05.000Z",
      days: 3,
      assignees: [],
      formerAssignees: ["usr_1", "usr_2"],
      nothing: null
    }
    const names = new Map([
      ["prj_1", "Support"],
      ["usr_2", "Ben"]
    ])
    assert.strictEqual(
      textOf(detailsOf(event({ details }), names)),
      "former name: Old project: Support replaced by: key_9 scopes: views:read, traces:read " +
        "expires at: 20 Nov 2014, 10:00:05 UTC days: 3 assignees: every member former assignees: usr_1, Ben"
    )
    assert.deepStrictEqual(idsOf(event({ id: "evt_1", actor: { id: "usr_1" }, details })), [
      ["Event", "evt_1"],
      ["Who", "usr_1"],
      ["What", "key_1"],
      ["project id", "prj_1"],
      ["replaced by id", "key_9"]
    ])
  })

  it("says what whoever did it is, as anybody can have any name", () => {
    const actors = [
      { type: "operator", id: "operator", name: "Operator" },
      { type: "user", id: "usr_1", name: "Operator" },
      { type: "api_key", id: "key_1", name: "Operator" },
      { type: "user", id: "usr_2", name: "\u202eAda" }
    ] as const
    assert.deepStrictEqual(
      actors.map((actor) => textOf(actorOf(actor))),
      [
        "Operator The operator of this server",
        "Operator Person usr_1",
        "Operator API key key_1",
        "\\u{202e}Ada Person usr_2"
      ]
    )
    for (const actor of actors) assert.match(String(actorOf(actor)), /^<bdi>/)
    assert.deepStrictEqual(
      actorOptions(actors).map(({ group, options }) => [group, options.map(({ value, label }) => `${value} ${label}`)]),
      [
        ["People", ["usr_1 Operator", "usr_2 \\u{202e}Ada"]],
        ["API keys", ["key_1 Operator"]],
        ["The operator of this server", ["operator Operator"]]
      ]
    )
  })

  it("is of one topic, by what it was done to", () => {
    const subjects = {
      ...{ keys: "key", applications: "application", connections: "connection", items: "dataset_item" },
      ...{ traces: "trace", scores: "score", definitions: "definition", runs: "evaluation_run" },
      ...{ reviews: "reviews", secrets: "secret" },
      ...{ labels: "label", budgets: "budget", exports: "data" },
      ...{ members: "member", invitations: "invitation", projects: "project", organization: "organization" },
      ...{ retention: "retention" }
    }
    assert.deepStrictEqual(
      Object.fromEntries(Object.entries(auditTopics).map(([topic, { actions }]) => [topic, actions])),
      Object.fromEntries(
        Object.entries(subjects).map(([topic, subject]) => [
          topic,
          (Object.keys(sentences) as Array<Event["action"]>).filter((action) => action.split(".")[0] === subject)
        ])
      )
    )
  })
})
