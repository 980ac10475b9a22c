const traceId = /^[0-9a-f]{32}$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const spanId = /^[0-9a-f]{16}$/
const zeros = /^0+$/

/**
 * A trace ID as it is kept, 32 hexadecimal digits in lower case: of digits in any case, or of a UUID. Undefined where it
 * is none, or all zeros.
 *
 * @example
 * parseTraceId("0AF7651916CD43DD8448EB211C80319C") // "0af7651916cd43dd8448eb211c80319c"
 */
export const parseTraceId = (text: string): string | undefined => {
  const lower = text.toLowerCase()
  const digits = uuid.test(lower) ? lower.replaceAll("-", "") : lower
  return traceId.test(digits) && !zeros.test(digits) ? digits : undefined
}

/** A span ID as it is kept, 16 hexadecimal digits in lower case. Undefined where it is none, or all zeros. */
export const parseSpanId = (text: string): string | undefined => {
  const digits = text.toLowerCase()
  return spanId.test(digits) && !zeros.test(digits) ? digits : undefined
}
