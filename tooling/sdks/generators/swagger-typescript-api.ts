import { Api } from "./swagger-typescript-api/api.js"
import { absent, asked, baseUrl, expectAnswers, headers } from "./world.js"

const { api } = new Api({ baseUrl, baseApiParams: { headers } })

const { data } = await api.listPageViews(asked)
const { effort } = data.data.items[0].references
// @ts-expect-error The values of a map have a type.
void effort?.nothing

// It rejects with the answer, which has no type.
const { error, status } = await api.getPageView(absent).then(
  () => ({ error: undefined, status: 200 }),
  (answer) => answer
)
expectAnswers(effort, status, error?.error.code)
