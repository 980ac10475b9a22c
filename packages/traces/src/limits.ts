/** What a request and a span may have. Beyond it a request is refused with 413, and a span is rejected. */
export const limits = {
  /** A request as it is sent. */
  bodyBytes: 16 * 1024 * 1024,
  /** A request once it is decompressed. */
  decodedBytes: 32 * 1024 * 1024,
  spansOfRequest: 10_000,
  /** Resources and scopes of a request: ten times as many as spans. */
  groupsOfRequest: 100_000,
  /** Messages, strings and values of a request in protobuf: a byte or two can stand for an object of a hundred. */
  partsOfRequest: 1_000_000,
  /** The same of one span, or of one resource with its scopes, which is read at once; in JSON its objects. */
  partsOfSpan: 250_000,
  /** Objects, arrays, items and members of a request in JSON: an attribute has four, and two parts in protobuf. */
  partsOfJson: 2_000_000,
  /** The bodies of a request's spans together: each repeats what its resource says. */
  bodiesOfRequest: 128 * 1024 * 1024,
  /** A span as the JSON that reads answer. */
  spanBytes: 4 * 1024 * 1024,
  attributes: 1024,
  events: 1024,
  links: 1024,
  /** How deep the values of attributes nest. */
  depth: 64,
  nameLength: 500,
  /** The characters of a user, a session, an environment, a release, a model, a provider or a tag. */
  textLength: 200,
  tags: 50,
  /** The scores of a trace itself, or of one span. Requests that race may exceed it by as many as they are. */
  scores: 1000
} as const
