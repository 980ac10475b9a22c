import type { Law, Requirement } from "../../../src/index.ts"
import type { Answer, Call } from "../wrongly.ts"

/** A server of reviews that is wrong in one place, the law that it breaks, and the sentence of it. */
export interface ReviewFault {
  readonly law: Law
  readonly requirement: Requirement
  readonly wrong: (right: Call) => Call
}

const done = (data: object): Answer => ({ status: 200, body: { data } })

type Answered = Answer["body"]["data"]

/** Answers what a key was refused as if it were a person, with the review that was listed last. */
const letsKeys =
  (refused: string, answered: (review: Answered) => object) =>
  (right: Call): Call => {
    let review: Answered
    return async (operation, input) => {
      const answer = await right(operation, input)
      if (operation === "list_reviews") review = answer.body.data.items[0].review
      return operation === refused && answer.status === 403 ? done(answered(review)) : answer
    }
  }

const key = { type: "api_key", id: "key", name: "Key" }
const until = "2100-01-01T00:00:00.000Z"

const submission = {
  slot: 1,
  number: 1,
  supersedes: null,
  counts: true,
  reviewer: key,
  via: "rest",
  scores: { helpful: { value: true } },
  submittedAt: "2015-11-20T10:05:00.000Z"
}

/** Servers of reviews that are wrong in one place each, by what they do. */
export const reviewFaults: Readonly<Record<string, ReviewFault>> = {
  "lets a key claim a review": {
    law: "H1",
    requirement: "H1.refused",
    wrong: letsKeys("claim_review", () => ({ claim: null }))
  },
  "lets a key give a review back": {
    law: "H1",
    requirement: "H1.refused",
    wrong: letsKeys("release_review", (review) => review)
  },
  "lets a key submit a review": {
    law: "H1",
    requirement: "H1.refused",
    wrong: letsKeys("submit_review", (review) => ({ review, submission }))
  },
  "refuses a key, and holds the review for it all the same": {
    law: "H1",
    requirement: "H1.nothing",
    wrong: (right) => {
      let held = false
      return async (operation, input) => {
        const answer = await right(operation, input)
        held ||= operation === "claim_review"
        if (operation !== "list_reviews" || !held) return answer
        const { items, nextCursor } = answer.body.data
        const hold = ({ review, submissions }: (typeof items)[number]) => ({
          review: { ...review, slots: [{ slot: 1, reviewer: key, until, submittedAt: null }] },
          submissions
        })
        return done({ items: items.map(hold), nextCursor })
      }
    }
  },
  "refuses what a key submits, and counts it all the same": {
    law: "H1",
    requirement: "H1.nothing",
    wrong: (right) => async (operation, input) => {
      const answer = await right(operation, input)
      if (operation !== "get_review_session") return answer
      const { session, statistics } = answer.body.data
      return done({ session: { ...session, counts: { ...session.counts, reviews: 1 } }, statistics })
    }
  }
}
