/** What fields of records are, in a few words: of every record, or of one where it means something else there. */
const everywhere: Readonly<Record<string, string>> = {
  id: "ID",
  name: "Name",
  status: "How it ended, or whether it is still running",
  description: "What it is for",
  userId: "The user of the application",
  sessionId: "The session or conversation that it belongs to",
  environment: "Where the application ran, such as production",
  release: "Release of the application",
  spanCount: "Number of spans",
  errorCount: "Number of spans that failed",
  createdAt: "When it was created",
  updatedAt: "When it last changed",
  startedAt: "When it started",
  endedAt: "When it ended",
  durationMs: "How long it took, in milliseconds",
  inputTokens: "Tokens that the models read",
  outputTokens: "Tokens that the models wrote",
  totalTokens: "Tokens that the models read and wrote",
  cost: "What the models cost, in US dollars",
  input: "Its input",
  output: "Its output",
  error: "Why it failed",
  tags: "Labels, as a list",
  attributes: "An OpenTelemetry attribute, by its key",
  metadata: "An entry of the metadata, by its key",
  scores: "The newest score with this name",
  traceId: "ID of its trace",
  parentId: "ID of its parent span",
  kind: "Kind of span in OpenTelemetry",
  type: "What the span does, such as a model call",
  model: "Model that answered",
  provider: "Provider of the model",
  firstTokenAt: "When the first token came",
  cacheReadTokens: "Input tokens read from a cache",
  cacheWriteTokens: "Input tokens written to a cache",
  reasoningTokens: "Output tokens that the model reasoned with",
  itemCount: "Number of items",
  datasetId: "ID of its dataset",
  runCount: "Number of runs",
  lastRunAt: "When it last ran",
  evaluationId: "ID of its evaluation",
  caseCount: "Number of cases",
  completedCount: "Number of cases that are done",
  failedCount: "Number of cases that failed",
  runId: "ID of its run",
  expected: "The expected answer",
  spanId: "ID of the span that is reviewed",
  reviewerId: "ID of the reviewer",
  reviewerName: "Name of the reviewer",
  verdict: "What the reviewer decided",
  comment: "What the reviewer wrote",
  completedAt: "When it was completed"
}

const ofOne: Readonly<Record<string, string>> = {
  "review.traceId": "ID of the trace that is reviewed",
  "case.traceId": "ID of the trace that was recorded"
}

/**
 * What a field of a record is, in a few words, for whoever picks one.
 *
 * @example
 * describeField("trace", "durationMs") // "How long it took, in milliseconds"
 */
export const describeField = (record: string, field: string): string | undefined => {
  const path = `${record}.${field}`
  if (Object.hasOwn(ofOne, path)) return ofOne[path]
  return Object.hasOwn(everywhere, field) ? everywhere[field] : undefined
}
