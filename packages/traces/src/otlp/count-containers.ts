const [quote, backslash, openArray, openObject] = [34, 92, 91, 123]

/** Where the string that begins at an index ends: behind its closing quote, or at the end of the text. */
const stringEnd = (json: string, start: number): number => {
  let end = start
  for (;;) {
    end = json.indexOf('"', end + 1)
    if (end === -1) return json.length
    let escaped = false
    for (let before = end - 1; json.charCodeAt(before) === backslash; before--) escaped = !escaped
    if (!escaped) return end
  }
}

/** How many objects and arrays a JSON text has, before they are made: two characters become an object of fifty bytes. */
export const countContainers = (json: string): number => {
  let containers = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === quote) at = stringEnd(json, at)
    else if (code === openObject || code === openArray) containers++
  }
  return containers
}
