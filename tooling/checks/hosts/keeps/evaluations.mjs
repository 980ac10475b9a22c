// A dataset of two versions, an import, an app with a secret, scorers, a run that is done, and a review of people.
import { call, made, person } from "./host.mjs"
import { answered } from "./traces.mjs"

const fillDataset = async () => {
  const { id: datasetId } = await made("create_dataset", { name: "Capitals", source: { type: "items" }, settings: {} })
  const items = Object.entries({ Egypt: "Cairo", Chile: "Valparaíso" }).map(([country, expected]) => ({
    ...{ externalId: country, input: `What is the capital of ${country}?`, expected, metadata: { sure: true } }
  }))
  await made("put_dataset_items", { datasetId, items })
  await made("put_dataset_items", { datasetId, items: [{ externalId: "Chile", expected: "Santiago" }] })
  await made("add_traces_to_dataset", { datasetId, traceIds: [answered], inputPointer: "/input/question" })
  const files = [{ path: "a.jsonl", content: '{"input":"Peru","expected":"Lima"}' }]
  await made("import_resources", { importKey: "a", files, into: { datasetName: "Imported" }, mode: "add" })
  return datasetId
}

const fillScorers = async () => {
  const output = { type: "boolean" }
  const exact = await made("create_scorer", {
    name: "exact",
    source: { type: "builtin", name: "exact" },
    settings: { output }
  })
  const source = { type: "human", question: "Does the answer help?" }
  return { exact, helpful: await made("create_scorer", { name: "helpful", source, settings: { output } }) }
}

const review = async ({ id }) => {
  const subject = { traceIds: [answered] }
  const rubric = { helpful: { id } }
  const asked = { requestKey: "a", name: "Answers", subject, rubric, reviewersPerItem: 2 }
  const session = await made("create_review_session", asked)
  const { claim } = await person.reviews.claim({ sessionId: session.id })
  await person.reviews.submit({ id: claim.review.id, scores: { helpful: { value: true, comment: "It does." } } })
}

const ended = async (id) => {
  for (;;) {
    const { run } = await made("get_eval_run", { id })
    if (run.endedAt !== null) return run
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const startRun = async (requestKey, datasetId, version) => {
  const [app, exact] = [await made("list_apps"), await made("list_scorers", { search: "exact" })]
  return made("create_eval_run", {
    ...{ requestKey, name: requestKey, series: "Capitals", repetitions: 2 },
    ...{ app: { id: app.items[0].id }, dataset: { id: datasetId, version } },
    scorers: { exact: { id: exact.items[0].id } }
  })
}

export const fillEvaluations = async () => {
  const datasetId = await fillDataset()
  const app = await made("register_app", {
    ...{ name: "Geographer", source: { type: "sample", behaviour: "capitals" }, settings: {} }
  })
  await made("set_app_secret", {
    id: app.id,
    name: "token",
    value: "a secret of an app, which is so long that the last four of it are shown"
  })
  const { helpful } = await fillScorers()
  await ended((await startRun("first", datasetId, 1)).id)
  await review(helpful)
}

const lookAtDataset = async ({ id: datasetId }) => {
  const { items } = await made("list_dataset_items", { datasetId })
  return {
    versions: await call("list_dataset_versions", { datasetId }),
    first: await call("list_dataset_items", { datasetId, version: 1 }),
    items: await Promise.all(items.map(({ id }) => call("get_dataset_item", { id })))
  }
}

const lookAtRun = async ({ id }) => {
  const seen = await made("get_eval_run", { id })
  return { seen, targets: await Promise.all(seen.items.map((target) => call("get_eval_target", { id: target.id }))) }
}

const lookAtSession = async ({ id }) => ({
  session: await call("get_review_session", { id }),
  reviews: await call("list_reviews", { sessionId: id })
})

const each = async (operation, look) => Promise.all((await made(operation)).items.map(look))

/** Everything that can be read of evaluations. */
export const lookAtEvaluations = async () => ({
  datasets: await each("list_datasets", lookAtDataset),
  runs: await each("list_eval_runs", lookAtRun),
  sessions: await each("list_review_sessions", lookAtSession),
  secrets: await each("list_apps", ({ id }) => call("list_app_secrets", { id }))
})

/** A changed item, the first run asked for again, and one that is done and compared with it. */
export const goOnWithEvaluations = async () => {
  const datasets = await made("list_datasets", { search: "Capitals" })
  const [datasetId, [first]] = [datasets.items[0].id, (await made("list_eval_runs")).items]
  const put = await call("put_dataset_items", { datasetId, items: [{ externalId: "Egypt", expected: "Cairo." }] })
  const again = await startRun("first", datasetId, 1)
  const second = await startRun("second", datasetId, 2)
  return {
    put,
    "run again": { status: again.id === first.id ? 200 : "another run" },
    run: { status: (await ended(second.id)).status },
    compare: await call("compare_eval_runs", { baseId: first.id, id: second.id }),
    "close reviews": await call("close_review_session", { id: (await made("list_review_sessions")).items[0].id })
  }
}
