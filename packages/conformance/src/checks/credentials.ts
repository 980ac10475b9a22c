import { expect, expectSame } from "../Broken.ts"
import type { Context } from "../check.ts"
import { type Extra, expectCode } from "../client.ts"
import { crc32 } from "node:zlib"
import { NotChecked } from "../NotChecked.ts"
import type { Served } from "../served.ts"
import type { Page } from "./fixtures.ts"
import { withMadeKey } from "./made-keys.ts"
import { overall, perFamily, perKind } from "./per.ts"

/** What is sent in place of a good credential. */
type Form = readonly [what: string, extra: Extra]

const keyForm = /^(aok_)([0-9a-z]{26})_([\w-]{43})([0-9A-Za-z]{6})$/
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const checksumOf = (text: string): string => {
  const sum = crc32(text)
  return Array.from({ length: 6 }, (_, n) => base62[Math.floor(sum / 62 ** (5 - n)) % 62]).join("")
}

/** The parts of an API key; undefined for a credential of another form. */
const partsOf = (key: string) => {
  const [, , id, secret, checksum] = keyForm.exec(key) ?? []
  return id === undefined || secret === undefined ? undefined : { id, secret, checksum }
}

const keyOf = (id: string, secret: string) => {
  const body = `aok_${id}_${secret}`
  return body + checksumOf(body)
}

/** Another letter, which in base64 differs in the bits that even the last letter of a text has. */
const another = (letter: string) =>
  /[A-P]/.test(letter) ? "w" : /[2-9]/.test(letter) ? "1" : letter === "1" ? "2" : "A"

/** Another letter that an ID may have. */
const anotherOfId = (letter: string) => (letter === "0" ? "1" : "0")

const changedAt = (text: string, at: number, change: (letter: string) => string) =>
  text.slice(0, at) + change(text.charAt(at)) + text.slice(at + 1)

const swapCase = (letter: string) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())

/** At most so many places of a text, its first and its last among them. */
const placesIn = (text: string, most: number): ReadonlyArray<number> => {
  const count = Math.min(most, text.length)
  return [
    ...new Set(Array.from({ length: count }, (_, n) => Math.round((n * (text.length - 1)) / Math.max(1, count - 1))))
  ]
}

const bearer = (credential: string): Extra => ({ headers: { authorization: `Bearer ${credential}` } })

const withoutHeader = (extra: Extra): Extra => ({ ...extra, headers: { authorization: undefined, ...extra.headers } })

/** A credential with a letter changed, or its case, at so many places at most. */
const mistyped = (key: string, most: number): ReadonlyArray<Form> =>
  placesIn(key, most).flatMap((at): ReadonlyArray<Form> => {
    const cased = changedAt(key, at, swapCase)
    return [
      [`a credential with its letter ${at + 1} changed`, bearer(changedAt(key, at, another))],
      ...(cased === key ? [] : [[`a credential with its letter ${at + 1} in another case`, bearer(cased)] as const])
    ]
  })

/** A credential that is cut, put together or sent in another way. */
const misshapen = (key: string): ReadonlyArray<Form> => [
  ["a credential without its first letter", bearer(key.slice(1))],
  ["a credential without its first four letters", bearer(key.slice(4))],
  ["a credential without its last letter", bearer(key.slice(0, -1))],
  ["half a credential", bearer(key.slice(0, key.length / 2))],
  ["a credential without its middle letter", bearer(changedAt(key, Math.floor(key.length / 2), () => ""))],
  ["a credential with a letter before it", bearer(`a${key}`)],
  ["a credential with a letter behind it", bearer(`${key}a`)],
  [
    "a credential with a letter more in the middle",
    bearer(changedAt(key, Math.floor(key.length / 2), (one) => one + one))
  ],
  ["a credential twice over", bearer(key + key)],
  ["a credential in upper case", key === key.toUpperCase() ? bearer(`${key}.`) : bearer(key.toUpperCase())],
  ["a credential in lower case", key === key.toLowerCase() ? bearer(`${key}.`) : bearer(key.toLowerCase())],
  ["a credential backwards", bearer(`${[...key].toReversed().join("")}.`)],
  ["a credential in quotes", bearer(`"${key}"`)],
  ["a credential with a comma behind it", bearer(`${key},`)],
  ["a credential with a semicolon behind it", bearer(`${key};`)],
  ["a credential with = behind it", bearer(`${key}==`)],
  ["a credential in percent-encoding", bearer(`%${key.charCodeAt(0).toString(16)}${key.slice(1)}`)],
  ["a credential with %00 behind it", bearer(`${key}%00`)],
  ["a credential with a letter beyond ASCII behind it", bearer(`${key}\u00e9`)],
  ["a credential with 4,000 letters behind it", bearer(key + "a".repeat(4000))],
  ["a pattern that the credential matches", bearer(`${key.slice(0, -1)}%`)],
  ["a pattern of one letter", bearer(`${key.slice(0, -1)}_`)],
  ["a pattern that every credential matches", bearer("*")],
  ["two credentials with a space between them", bearer(`${key} ${key}`)],
  ["two credentials with a comma between them", { headers: { authorization: `Bearer ${key}, Bearer ${key}` } }],
  ["a credential behind one that nobody has", { headers: { authorization: `Bearer none, Bearer ${key}` } }],
  ["a credential before one that nobody has", { headers: { authorization: `Bearer ${key}, Bearer none` } }],
  ["a credential behind another scheme", { headers: { authorization: `Basic bm9uZQ==, Bearer ${key}` } }],
  ["a credential with no scheme", { headers: { authorization: key } }],
  ["a credential with no space behind its scheme", { headers: { authorization: `Bearer${key}` } }],
  ["a credential behind Bearer:", { headers: { authorization: `Bearer: ${key}` } }],
  ["a credential behind Bearer=", { headers: { authorization: `Bearer=${key}` } }],
  ...["Basic", "Token", "ApiKey", "Digest", "Bear", "Bearers"].map((scheme): Form => [
    `a credential of the scheme ${scheme}`,
    { headers: { authorization: `${scheme} ${key}` } }
  ]),
  ["a credential as the user of Basic", { headers: { authorization: `Basic ${btoa(`${key}:`)}` } }],
  ["a credential as the password of Basic", { headers: { authorization: `Basic ${btoa(`user:${key}`)}` } }],
  ["a credential in base64", bearer(btoa(key))],
  ...["access_token", "key", "api_key", "apiKey", "token", "authorization"].flatMap((name): ReadonlyArray<Form> => {
    const value = encodeURIComponent(name === "authorization" ? `Bearer ${key}` : key)
    return [
      [`a credential as ?${name}=`, withoutHeader({ query: `?${name}=${value}` })],
      [`a credential as ?${name}= beside one that nobody has`, { ...bearer("none"), query: `?${name}=${value}` }]
    ]
  }),
  ...["access_token", "key", "session", "token"].map((name): Form => [
    `a credential in the cookie ${name}`,
    withoutHeader({ headers: { cookie: `${name}=${key}` } })
  ]),
  ...["x-api-key", "api-key", "x-auth-token", "x-access-token", "x-authorization", "proxy-authorization"].map(
    (name): Form => [
      `a credential in ${name}`,
      withoutHeader({ headers: { [name]: name.endsWith("authorization") ? `Bearer ${key}` : key } })
    ]
  ),
  ["no credential", withoutHeader({})],
  ["an empty header", { headers: { authorization: "" } }],
  ["a scheme with nothing behind it", { headers: { authorization: "Bearer" } }],
  ["a credential that nobody has", bearer("none")]
]

/** API keys whose parts are of several keys, or of none, each with the checksum that is right for it. */
const madeUp = (key: string, others: ReadonlyArray<string>, most: number): ReadonlyArray<Form> => {
  const own = partsOf(key)
  if (own === undefined) return []
  const { id, secret } = own
  const forms: ReadonlyArray<Form> = [
    ["no secret", bearer(keyOf(id, ""))],
    ["a secret of zeros", bearer(keyOf(id, "A".repeat(43)))],
    ["an ID that no key has", bearer(keyOf(changedAt(id, 25, anotherOfId), secret))],
    ["the ID and no secret", bearer(`aok_${id}`)],
    ["the ID as other IDs are written", bearer(`key_${id}`)],
    ["the secret alone", bearer(secret)],
    ...placesIn(secret, most).map((at): Form => [
      `the letter ${at + 1} of its secret changed, and its checksum with it`,
      bearer(keyOf(id, changedAt(secret, at, another)))
    ])
  ]
  const mixed = others.flatMap((other): ReadonlyArray<Form> => {
    const parts = partsOf(other)
    return parts === undefined
      ? []
      : [
          ["the secret of another key", bearer(keyOf(id, parts.secret))],
          ["the ID of another key", bearer(keyOf(parts.id, secret))]
        ]
  })
  return [...forms, ...mixed].map(([what, extra]) => [`a key with ${what}`, extra])
}

/** Credentials that are nearly right, those with a letter changed at so many places at most. */
const nearlyRight = ({ key, readOnlyKey, foreign }: Context["target"], most: number): ReadonlyArray<Form> => {
  const others = [readOnlyKey, foreign?.key].filter((one) => one !== undefined)
  return [...mistyped(key, most), ...misshapen(key), ...madeUp(key, others, most)]
}

/** The first of an operation to read, and its input. */
const aRead = ({ operations, aboutOf }: Served) => {
  const list = operations.find((operation) => aboutOf(operation)?.verb === "list")
  if (list !== undefined) return { operation: list.id, input: {} }
  const { id, example } = operations.find(({ effect }) => effect === "read") ?? operations[0]!
  return { operation: id, input: example.input }
}

/** Laws of the credential that a request has. */
export const credentials = [
  overall(
    "A1",
    ["A1.nearly", "A1.first", "error.UNAUTHENTICATED"],
    "a credential that is nearly right is none, whichever of its letters is wrong, and however it is sent",
    async ({ client, served, target }) => {
      const { operation, input } = aRead(served)
      for (const [what, extra] of nearlyRight(target, 100)) {
        const answer = await client.call(operation, input, { ...extra, repeatable: true })
        expectCode("A1", answer, "UNAUTHENTICATED", `${operation} with ${what}`)
        const challenge = answer.headers.get("www-authenticate")
        expect(
          "A1",
          challenge?.startsWith("Bearer") === true,
          `${operation} with ${what} has no WWW-Authenticate: Bearer`
        )
      }
    },
    { long: true }
  ),

  perFamily(
    "A1",
    ["A1.nearly", "A1.first"],
    "no operation takes a credential that is nearly right",
    async ({ client, few, family, target }) => {
      const forms = few(nearlyRight(target, 5))
      for (const { id, example } of family.operations) {
        for (const [what, extra] of forms)
          expectCode(
            "A1",
            await client.call(id, example.input, { ...extra, repeatable: true }),
            "UNAUTHENTICATED",
            `${id} with ${what}`
          )
      }
    }
  ),

  perKind(
    "A1",
    ["A1.nothing"],
    "what is refused for its credential writes nothing",
    async ({ client, few, kind, target, withDefinitions, word }) => {
      const name = word()
      await withDefinitions([`${name} there`], async ([made]) => {
        const { id } = made!
        const before = await client.ok(kind.id("get"), { id })
        const expectedRevision = 1
        for (const [n, [what, extra]] of few(misshapen(target.key)).entries()) {
          const calls = [
            ["create", kind.body(`${name} ${what}`)],
            ["update", { id, expectedRevision, description: what }],
            ["copy", { id, name: `${name} copy` }],
            ["restore", { id, revision: 1 }],
            ["delete", { id, expectedRevision }]
          ] as const
          // Every form with one of them, and some forms with all.
          for (const [verb, input] of calls.filter(([verb], at) => kind.has(verb) && (n < 3 || at === n % 5))) {
            const answer = await client.call(kind.id(verb), input, { ...extra, repeatable: true })
            expectCode("A1", answer, "UNAUTHENTICATED", `${kind.id(verb)} with ${what}`)
          }
        }
        expectSame(
          "A1",
          await client.ok(kind.id("get"), { id }),
          before,
          "a definition after calls without a credential"
        )
        if (!kind.has("list")) return
        const { items } = await client.ok<Page>(kind.id("list"), { search: name, limit: 200 })
        expectSame(
          "A1",
          items.map((one) => one.name),
          [`${name} there`],
          "the names after calls without a credential"
        )
      })
    }
  ),

  overall("A1", ["key.form"], "an API key is an ID, a secret and their checksum", async ({ served, target }) => {
    const keys = [target.key, target.readOnlyKey, target.foreign?.key].filter((key) => key !== undefined)
    await withMadeKey(target, served.scopes.all, async ({ key }) => void keys.push(key))
    const own = keys.filter((key) => key.startsWith("aok_"))
    if (own.length === 0) throw new NotChecked("the credentials are of a form of the host's own")
    for (const key of own) {
      const shown = `${key.slice(0, 8)}…, of ${key.length} characters,`
      const parts = partsOf(key)
      expect("A1", parts !== undefined, `${shown} is not aok_, 26 characters, _, and 43 and 6 more`)
      expect("A1", key === keyOf(parts.id, parts.secret), `${shown} does not end with its checksum`)
    }
  })
]
