// What each instrumented client is asked: an answer at once, and one as a stream.
export const ask = async (client, question) => {
  const messages = [
    { role: "system", content: "You answer in one sentence." },
    { role: "user", content: question }
  ]
  const { choices } = await client.chat.completions.create({ model: "gpt-4o-mini", messages, temperature: 0.2 })
  const stream = await client.chat.completions.create({
    model: "gpt-4o-mini",
    messages,
    stream: true,
    stream_options: { include_usage: true }
  })
  for await (const _ of stream);
  return choices[0].message.content
}
