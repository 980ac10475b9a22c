/** The titles of a check of several kinds or families. */
const of = (title: string, ...names: ReadonlyArray<string>) => names.map((name) => `${name}: ${title}`)

const referring = "a reference to itself, or to a kind that may not be referred to, is refused wherever it stands"

const referredTo = [
  "hasMore of dependencies is true exactly when there are more",
  "dependencies keep each limit up to 1000, and the default of 100, of 1,024 that there are",
  "a delete of what 1, 20, 21 and 64 references hold names 20 of them at most, and says whether there are more",
  "what refers is told with its name and its aliases as they are, whatever they are made of"
]

/** The checks that have nothing to look at, by why, as a run says it: by what families declare. What a target lacks is no reason. */
const byReason: Readonly<Record<string, ReadonlyArray<string>>> = {
  // Their schemas refuse every kind that they may not refer to, or all: no rule is left to look at.
  "a metrics_chart can name no kind that it may not refer to": of(referring, "metrics_chart"),
  "a dataset can name no kind that it may not refer to": of(referring, "dataset"),
  "an app can name no kind that it may not refer to": of(referring, "app"),
  "the kind may refer to none that can be created": of(
    "64 references, by aliases of up to 40 letters, digits and underscores, are kept, and others are refused",
    "metrics_chart",
    "dataset"
  ),
  // What nothing refers to has no dependencies.
  "no kind may refer to a metrics_chart": referredTo.flatMap((title) => of(title, "metrics_chart")),
  "no kind may refer to a dataset": referredTo.flatMap((title) => of(title, "dataset")),
  "a dataset has no list of words": of(
    "each word of a list, and lists of several, come back as they were sent",
    "dataset"
  ),
  // None of a kind's definitions is theirs to take.
  "no operation of the family takes an ID": of(
    "an ID that is nearly one that there is, is refused or not found by every operation",
    ...["traces", "metrics", "datasetTraces", "imports", "reviews"]
  ),
  // Both only read.
  "readOnlyKey may call every operation of the family": of(
    "a credential without a scope that an operation requires is told so",
    "viewRows",
    "metrics"
  ),
  // Their defaults are looked at by E4, which knows them from the contract: JSON Schema says nothing of them.
  "the document declares no default in its settings": of(
    "a default that is declared in its settings is answered where nothing was sent",
    ...["page_view", "custom_field", "metrics_chart", "prompt", "dataset", "app", "scorer"]
  )
}

/** The checks that the suite does not make on the server, by title, each with why. */
export const notChecked: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(byReason).flatMap(([why, titles]) => titles.map((title) => [title, why] as const))
)

/** What workers may leave nothing to look at: which of them has how many of the requests at once, the system decides. */
export const byChanceOnWorkers: Readonly<Record<string, string>> = {
  "traces: too much at once is 503 with Retry-After, and never 429": "the server takes seven requests of 31 MiB at once"
}
