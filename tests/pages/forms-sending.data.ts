import { type Forms, project } from "./forms.world.ts"
import { spanId, traceId } from "./traces.data.ts"

/** What is done with definitions as a whole, and with what belongs to one. */
export const actions: Forms = {
  [project("/page-views/:id/copy")]: ({ ids }) => ({
    page: `/page-views/${ids.view}/copy`,
    typed: { name: "Another" },
    unseen: ["revision"],
    sends: ["copy_page_view", { id: ids.view, name: "Another", revision: 2 }]
  }),
  [project("/page-views/:id/restore")]: ({ ids }) => ({
    page: `/page-views/${ids.restored}/restore?revision=1`,
    typed: {},
    unseen: ["revision", "expectedRevision"],
    sends: ["restore_page_view", { id: ids.restored, revision: 1, expectedRevision: 2 }]
  }),
  [project("/page-views/:id/delete")]: ({ ids }) => ({
    page: `/page-views/${ids.doomed}/delete`,
    typed: {},
    unseen: ["expectedRevision"],
    sends: ["delete_page_view", { id: ids.doomed, expectedRevision: 1 }]
  }),
  [project("/page-views/deleted/:id")]: ({ ids }) => ({
    page: `/page-views/deleted/${ids.deleted}`,
    typed: { name: "Back" },
    sends: ["recover_page_view", { id: ids.deleted, name: "Back" }]
  }),
  [project("/prompts/:id/labels")]: ({ ids }) => ({
    page: `/prompts/${ids.prompt}/labels`,
    typed: { label: "beta", revision: "1" },
    unseen: ["expectedRevision"],
    of: { expectedRevision: "" },
    press: { action: "create" },
    sends: ["set_prompt_label", { id: ids.prompt, label: "beta", revision: 1, expectedRevision: null }]
  }),
  [`${project("/prompts/:id/labels")} that exists`]: ({ ids }) => ({
    page: `/prompts/${ids.prompt}/labels`,
    typed: { revision: "1" },
    unseen: ["expectedRevision", "label"],
    of: { label: "production" },
    press: { action: "move" },
    sends: ["set_prompt_label", { id: ids.prompt, label: "production", revision: 1, expectedRevision: 2 }]
  }),
  [`${project("/prompts/:id/labels")} that is protected`]: ({ ids }) => ({
    page: `/prompts/${ids.prompt}/labels`,
    typed: {},
    unseen: ["expectedRevision", "label", "revision"],
    of: { label: "staging" },
    press: { action: "protect" },
    sends: ["protect_prompt_label", { id: ids.prompt, label: "staging", protected: true }]
  }),
  [project("/apps/:id/secrets")]: ({ ids }) => ({
    page: `/apps/${ids.app}/secrets`,
    typed: { name: "token", value: "x7Qf-x7Qf" },
    press: { action: "set" },
    sends: ["set_app_secret", { id: ids.app, name: "token", value: "x7Qf-x7Qf" }]
  }),
  [`${project("/apps/:id/secrets")} that is taken away`]: ({ ids }) => ({
    page: `/apps/${ids.app}/secrets`,
    typed: {},
    unseen: ["name"],
    of: { name: "team" },
    press: { action: "take" },
    sends: ["set_app_secret", { id: ids.app, name: "team", value: null }]
  }),
  [project("/datasets/:id/items")]: ({ ids }) => ({
    page: `/datasets/${ids.datasets.grown.id}/items?new=item`,
    typed: { externalId: "case-1", input: '"Q"', expected: '"A"', metadata: '{"n":1}', split: "test" },
    press: { action: "put" },
    sends: [
      "put_dataset_items",
      {
        datasetId: ids.datasets.grown.id,
        items: [{ externalId: "case-1", input: "Q", expected: "A", metadata: { n: 1 }, split: "test" }],
        expectedVersion: 2
      }
    ]
  }),
  [`${project("/datasets/:id/items")} of one that exists`]: ({ ids }) => ({
    page: `/datasets/${ids.datasets.changed.id}/items?item=${ids.datasets.changed.item}`,
    typed: { externalId: "case-2", input: '"Q2"', expected: '"A2"', metadata: '{"n":2}', split: "train" },
    unseen: ["item", "fromVersion"],
    press: { action: "put" },
    sends: [
      "put_dataset_items",
      {
        datasetId: ids.datasets.changed.id,
        items: [
          {
            id: ids.datasets.changed.item,
            externalId: "case-2",
            input: "Q2",
            expected: "A2",
            metadata: { n: 2 },
            split: "train"
          }
        ],
        expectedVersion: 2
      }
    ]
  }),
  [`${project("/datasets/:id/items")} of which members are taken away`]: ({ ids }) => ({
    page: `/datasets/${ids.datasets.emptied.id}/items?item=${ids.datasets.emptied.item}`,
    typed: { externalId: "", split: "" },
    unseen: ["item", "fromVersion", "input", "expected", "metadata"],
    press: { action: "put" },
    sends: [
      "put_dataset_items",
      {
        datasetId: ids.datasets.emptied.id,
        items: [
          { id: ids.datasets.emptied.item, externalId: null, input: "First", expected: null, metadata: {}, split: null }
        ],
        expectedVersion: 3
      }
    ]
  }),
  [`${project("/datasets/:id/items")} that is purged`]: ({ ids }) => ({
    page: `/datasets/${ids.datasets.purged.id}/items?item=${ids.datasets.purged.item}&purge=ask`,
    typed: { reason: "Personal." },
    unseen: ["item"],
    press: { action: "purge" },
    sends: ["purge_dataset_item", { id: ids.datasets.purged.item, reason: "Personal." }]
  }),
  [project("/datasets/:id/versions")]: ({ ids }) => ({
    page: `/datasets/${ids.datasets.restored.id}/versions`,
    typed: {},
    unseen: ["version", "expectedVersion"],
    press: { action: "restore" },
    sends: ["restore_dataset_version", { datasetId: ids.datasets.restored.id, version: 1, expectedVersion: 2 }]
  }),
  [project("/datasets/:id/import")]: ({ ids }) => ({
    page: `/datasets/${ids.datasets.read.id}/import`,
    typed: { path: "cases.json", content: '[{"input":"Q"}]', mode: "replace" },
    unseen: ["importKey"],
    press: { action: "try" },
    sends: ({ importKey }) => [
      "import_resources",
      {
        importKey,
        files: [{ path: "cases.json", content: '[{"input":"Q"}]' }],
        into: { datasetId: ids.datasets.read.id },
        mode: "replace",
        dryRun: true
      }
    ]
  }),
  [`${project("/datasets/:id/import")} that is written`]: ({ ids }) => ({
    page: `/datasets/${ids.other}/import`,
    typed: { content: '{"input":"Q"}' },
    unseen: ["importKey", "path", "mode"],
    press: { action: "import" },
    sends: ({ importKey }) => [
      "import_resources",
      {
        importKey,
        files: [{ path: "items.jsonl", content: '{"input":"Q"}' }],
        into: { datasetId: ids.other },
        mode: "add"
      }
    ]
  })
}

/** Forms about traces, reviews and evaluations. */
export const work: Forms = {
  [project("/traces/add-to-dataset")]: ({ ids }) => ({
    page: "/traces/add-to-dataset",
    typed: {
      dataset: ids.other,
      traces: `${traceId(1)}\n${traceId(2)}`,
      input: "/metadata",
      expected: "/input",
      split: "test"
    },
    sends: [
      "add_traces_to_dataset",
      {
        datasetId: ids.other,
        traceIds: [traceId(1), traceId(2)],
        inputPointer: "/metadata",
        expectedPointer: "/input",
        split: "test"
      }
    ]
  }),
  [project("/traces/:trace/scores/new")]: ({ owner }) => ({
    page: `/traces/${traceId(1)}/scores/new`,
    typed: { name: "tone", dataType: "BOOLEAN", value: "no", explanation: "It is cold." },
    sends: [
      "create_score",
      {
        traceId: traceId(1),
        spanId: null,
        name: "tone",
        dataType: "BOOLEAN",
        value: false,
        explanation: "It is cold.",
        source: "ANNOTATION",
        annotatorKind: "HUMAN",
        identifier: owner.userId
      }
    ]
  }),
  [`${project("/traces/:trace/scores/new")} of a span`]: ({ owner }) => ({
    page: `/traces/${traceId(1)}/scores/new?span=${spanId(103)}`,
    typed: { name: "tone", value: "0.25" },
    unseen: ["span", "dataType", "explanation"],
    sends: [
      "create_score",
      {
        traceId: traceId(1),
        spanId: spanId(103),
        name: "tone",
        dataType: "NUMERIC",
        value: 0.25,
        explanation: null,
        source: "ANNOTATION",
        annotatorKind: "HUMAN",
        identifier: owner.userId
      }
    ]
  }),
  [project("/reviews/new")]: ({ ids }) => ({
    page: "/reviews/new",
    typed: {
      name: "Kindness",
      traces: traceId(1),
      questions: [ids.tone],
      instructions: "Read it all.",
      reviewersPerItem: "2",
      reservationMinutes: "25",
      settings: ["browserOnly"]
    },
    unseen: ["requestKey", "about"],
    sends: ({ requestKey }) => [
      "create_review_session",
      {
        requestKey,
        name: "Kindness",
        subject: { traceIds: [traceId(1)] },
        rubric: { tone: { id: ids.tone } },
        instructions: "Read it all.",
        reviewersPerItem: 2,
        reservationMinutes: 25,
        blind: false,
        browserOnly: true
      }
    ]
  }),
  [`${project("/reviews/new")} about a run`]: ({ ids }) => ({
    page: "/reviews/new?about=run",
    typed: {
      name: "Failures",
      run: ids.run,
      status: "failed",
      scorer: "exact",
      below: "0.5",
      sample: "20",
      questions: [ids.helpful, ids.tone]
    },
    unseen: ["requestKey", "about", "instructions", "reviewersPerItem", "reservationMinutes", "settings"],
    sends: ({ requestKey }) => [
      "create_review_session",
      {
        requestKey,
        name: "Failures",
        subject: { runId: ids.run, status: "failed", scorer: "exact", below: 0.5, sample: 20 },
        rubric: { helpful: { id: ids.helpful }, tone: { id: ids.tone } },
        instructions: "",
        reviewersPerItem: 1,
        reservationMinutes: 15,
        blind: true,
        browserOnly: false
      }
    ]
  }),
  [project("/reviews/:session/:review")]: ({ ids }) => ({
    page: `/reviews/${ids.session}/${ids.review}`,
    typed: {
      "value.helpful": "false",
      "comment.helpful": "It is late.",
      "value.tone": "Cold",
      "comment.tone": "It is short."
    },
    press: { do: "submit" },
    sends: [
      "submit_review",
      {
        id: ids.review,
        scores: {
          helpful: { value: false, comment: "It is late." },
          tone: { value: "Cold", comment: "It is short." }
        }
      }
    ]
  }),
  [`${project("/reviews/:session/:review")} that is skipped`]: ({ ids }) => ({
    page: `/reviews/${ids.session}/${ids.review}`,
    typed: {},
    unseen: ["comment.helpful", "comment.tone", "supersedes", "value.helpful", "value.tone"],
    press: { do: "skip" },
    sends: ["claim_review", { sessionId: ids.session, skip: ids.review }]
  }),
  [`${project("/reviews/:session/:review")} that is given back`]: ({ ids }) => ({
    page: `/reviews/${ids.session}/${ids.review}`,
    typed: {},
    unseen: ["comment.helpful", "comment.tone", "supersedes", "value.helpful", "value.tone"],
    press: { do: "release" },
    sends: ["release_review", { id: ids.review }]
  }),
  [`${project("/reviews/:session/:review")} that is corrected`]: ({ ids }) => ({
    page: `/reviews/${ids.session}/${ids.submitted}`,
    typed: {
      "value.helpful": "true",
      "comment.helpful": "It helps.",
      "value.tone": "Kind",
      "comment.tone": "It is warm."
    },
    unseen: ["supersedes"],
    press: { do: "submit" },
    sends: [
      "submit_review",
      {
        id: ids.submitted,
        supersedes: 1,
        scores: {
          helpful: { value: true, comment: "It helps." },
          tone: { value: "Kind", comment: "It is warm." }
        }
      }
    ]
  }),
  [`${project("/reviews/:session/:review")} whose comment is taken away`]: ({ ids }) => ({
    page: `/reviews/${ids.explained}/${ids.commented}`,
    typed: { "comment.helpful": "" },
    unseen: ["supersedes", "value.helpful"],
    press: { do: "submit" },
    sends: ["submit_review", { id: ids.commented, supersedes: 1, scores: { helpful: { value: true } } }]
  }),
  [project("/evaluations/new")]: ({ ids }) => ({
    page: `/evaluations/new?from=${ids.run}`,
    typed: {
      name: "Build 43",
      app: ids.app,
      dataset: ids.other,
      split: "test",
      repetitions: "3",
      series: "nightly",
      scorers: [`exact:${ids.exact}`, `helpful:${ids.helpful}`]
    },
    unseen: ["requestKey", "base"],
    press: { do: "start" },
    sends: ({ requestKey }) => [
      "create_eval_run",
      {
        requestKey,
        name: "Build 43",
        series: "nightly",
        app: { id: ids.app },
        dataset: { id: ids.other, split: "test" },
        scorers: { exact: { id: ids.exact }, helpful: { id: ids.helpful } },
        repetitions: 3,
        baseRunId: ids.run
      }
    ]
  }),
  [`${project("/evaluations/new")} of which members are taken away`]: ({ ids }) => ({
    page: `/evaluations/new?from=${ids.nightly}`,
    typed: { series: "", scorers: [] },
    unseen: ["requestKey", "base", "name", "app", "dataset", "split", "repetitions"],
    press: { do: "start" },
    seen: ({ name: _, ...input }) => input,
    sends: ({ requestKey }) => [
      "create_eval_run",
      {
        requestKey,
        series: null,
        app: { id: ids.sample },
        dataset: { id: ids.datasets.read.id },
        scorers: {},
        repetitions: 1,
        baseRunId: ids.nightly
      }
    ]
  }),
  [`${project("/evaluations/new")} that is estimated`]: ({ ids }) => ({
    page: "/evaluations/new",
    typed: { name: "Build 44", app: ids.sample, dataset: ids.datasets.read.id },
    unseen: ["requestKey", "base", "split", "repetitions", "series", "scorers"],
    press: { do: "estimate" },
    sends: [
      "estimate_eval_run",
      {
        name: "Build 44",
        series: null,
        app: { id: ids.sample },
        dataset: { id: ids.datasets.read.id },
        scorers: {},
        repetitions: 1
      }
    ]
  }),
  [project("/playground")]: ({ ids }) => ({
    page: "/playground",
    typed: { app: ids.sample, input: '"Q"', expected: '"A"', scorers: [`exact:${ids.exact}`] },
    unseen: ["requestKey"],
    sends: ({ requestKey }) => [
      "invoke_app",
      {
        requestKey,
        id: ids.sample,
        input: "Q",
        expected: "A",
        scorers: { exact: { id: ids.exact } },
        waitMs: 8000
      }
    ]
  })
}

const days = (at: unknown) => Math.round(((at as Date).getTime() - Date.now()) / 86_400_000)

/** Forms of owners and admins, and of a person's account. */
export const administration: Forms = {
  "/account": ({ member }) => ({
    by: "member",
    page: "/account",
    typed: { name: "Ada Lovelace" },
    sends: ["BrowserSessions.rename", { userId: member, name: "Ada Lovelace" }]
  }),
  "/organizations/new": ({ owner }) => ({
    page: "/organizations/new",
    typed: { name: "Engines" },
    unseen: ["idempotencyKey"],
    sends: ({ idempotencyKey }) => ["Organizations.create", { name: "Engines", owner, most: 20, idempotencyKey }]
  }),
  "/o/:org/settings": ({ team: { organizationId, by, path } }) => ({
    page: `${path}/settings`,
    typed: { name: "Acme & Co" },
    sends: ["Organizations.rename", { organizationId, name: "Acme & Co", by }]
  }),
  "/o/:org/projects/new": ({ team: { organizationId, by, path } }) => ({
    page: `${path}/projects/new`,
    typed: { name: "Sales" },
    unseen: ["idempotencyKey"],
    sends: ({ idempotencyKey }) => [
      "Organizations.createProject",
      { organizationId, name: "Sales", by, idempotencyKey }
    ]
  }),
  [project("/settings")]: ({ team: { project: of, by } }) => ({
    page: "/settings",
    typed: { name: "Help" },
    seen: ({ createdAt: _, ...input }) => input,
    sends: ["Organizations.renameProject", { ...of, name: "Help", by }]
  }),
  "/o/:org/members/invitations/new": ({ team: { organizationId, by, path } }) => ({
    page: `${path}/members/invitations/new`,
    typed: { email: "grace@example.com", role: "admin" },
    unseen: ["idempotencyKey"],
    sends: ({ idempotencyKey }) => [
      "Invitations.create",
      { organizationId, email: "grace@example.com", role: "admin", by, idempotencyKey }
    ]
  }),
  "/o/:org/members/:user": ({ team: { organizationId, by, path }, member }) => ({
    page: `${path}/members/${member}`,
    typed: { role: "admin" },
    sends: ["Organizations.changeRole", { organizationId, userId: member, role: "admin", by }]
  }),
  "/o/:org/keys/new": ({ team: { organizationId, by, path } }) => ({
    page: `${path}/keys/new`,
    typed: { name: "CI", scopes: ["views:read", "traces:write"], expires: "30" },
    unseen: ["idempotencyKey"],
    seen: (input) => ({ ...input, expiresAt: days(input["expiresAt"]) }),
    sends: ({ idempotencyKey }) => [
      "ApiKeys.create",
      { organizationId, name: "CI", scopes: ["views:read", "traces:write"], expiresAt: 30, by, idempotencyKey }
    ]
  }),
  "/o/:org/keys/:key": ({ team: { organizationId, by, path }, ids }) => ({
    page: `${path}/keys/${ids.key}`,
    typed: { name: "Nightly" },
    sends: ["ApiKeys.rename", { organizationId, id: ids.key, name: "Nightly", by }]
  }),
  "/o/:org/keys/:key/replace": ({ team: { organizationId, by, path }, ids }) => ({
    page: `${path}/keys/${ids.key}/replace`,
    typed: { overlap: "7d", expires: "never" },
    unseen: ["idempotencyKey"],
    sends: ({ idempotencyKey }) => [
      "ApiKeys.replace",
      { organizationId, id: ids.key, overlap: "7 days", expiresAt: null, by, idempotencyKey }
    ]
  }),
  [project("/usage/budgets")]: ({
    team: {
      organizationId,
      project: { id: projectId },
      by
    }
  }) => ({
    page: "/usage/budgets",
    typed: { limit: "12.50", monthly: "yes" },
    unseen: ["owner"],
    of: { owner: "project" },
    sends: ["Budgets.set", { organizationId, projectId, by, limitMicros: 12_500_000, monthly: true }]
  }),
  [`${project("/usage/budgets")} of the organization`]: ({ team: { organizationId, by } }) => ({
    page: "/usage/budgets",
    typed: { limit: "99" },
    unseen: ["owner", "monthly"],
    of: { owner: "organization" },
    sends: ["Budgets.set", { organizationId, by, limitMicros: 99_000_000, monthly: false }]
  }),
  [`${project("/usage/budgets")} without a limit`]: ({ team: { organizationId, by } }) => ({
    page: "/usage/budgets",
    typed: { limit: "" },
    unseen: ["owner", "monthly"],
    of: { owner: "organization" },
    sends: ["Budgets.set", { organizationId, by, limitMicros: null, monthly: false }]
  }),
  [project("/connections/new")]: ({
    team: {
      organizationId,
      project: { id: projectId },
      by
    }
  }) => ({
    page: "/connections/new",
    typed: {
      name: "Gateway",
      baseUrl: "https://api.example.com/v1",
      key: "sk-x7Qf-x7Qf",
      prices: "small 0.15 0.60",
      tokenLimit: "max_completion_tokens"
    },
    sends: [
      "ModelConnections.add",
      {
        organizationId,
        projectId,
        by,
        connection: {
          name: "Gateway",
          baseUrl: "https://api.example.com/v1",
          prices: [{ model: "small", inputMicrosPerMillion: 150_000, outputMicrosPerMillion: 600_000 }],
          tokenLimit: "max_completion_tokens"
        },
        key: "sk-x7Qf-x7Qf"
      }
    ]
  }),
  [project("/connections/:connection/rotate")]: ({
    team: {
      organizationId,
      project: { id: projectId },
      by
    },
    ids
  }) => ({
    page: `/connections/${ids.connection}/rotate`,
    typed: { key: "sk-y8Rg-y8Rg" },
    sends: ["ModelConnections.rotate", { organizationId, projectId, by, id: ids.connection, key: "sk-y8Rg-y8Rg" }]
  })
}
