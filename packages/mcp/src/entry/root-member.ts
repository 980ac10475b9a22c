const charactersOfStep = 64 * 1024

const [quote, comma, colon, backslash, space] = [34, 44, 58, 92, 32]
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125]

/** Where a colon is that follows, or -1. */
const colonBehind = (json: string, at: number): number => {
  let next = at + 1
  while (json.charCodeAt(next) <= space) next++
  return json.charCodeAt(next) === colon ? next : -1
}

/**
 * The value of a member of the object that a JSON text is, undefined where it has none: by steps, and nothing is made of what
 * else there is, which may become much. Law: K3.
 *
 * @example
 * runSteps(rootMember('{"items":[{"nextCursor":1}],"nextCursor":"abc"}', "nextCursor")) // "abc"
 */
export function* rootMember(json: string, name: string): Generator<void, unknown> {
  let depth = 0
  /** Where the string begins that has not ended yet, and the value that is looked for. */
  let [string, value] = [-1, -1]
  for (let at = 0, step = charactersOfStep; at < json.length; at++) {
    if (at >= step) {
      step = at + charactersOfStep
      yield
    }
    const code = json.charCodeAt(at)
    if (string !== -1) {
      if (code === backslash) at++
      else if (code === quote) {
        if (depth === 1 && at - string === name.length + 1 && json.startsWith(name, string + 1)) {
          const behind = colonBehind(json, at)
          if (behind !== -1) value = behind + 1
        }
        string = -1
      }
    } else if (code === quote) string = at
    else if (code === openArray || code === openObject) depth++
    else if (code === closeArray || code === closeObject || code === comma) {
      if (code !== comma) depth--
      if (value !== -1 && depth <= 1 && (code === comma) === (depth === 1)) return JSON.parse(json.slice(value, at))
    }
  }
  return undefined
}
