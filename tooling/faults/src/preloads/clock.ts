// Turns the clock of the process that loads it by CLOCK_SHIFT_MILLIS.
const shift = Number(process.env["CLOCK_SHIFT_MILLIS"])

globalThis.Date = new Proxy(Date, {
  construct: (Real, given: [], asked) =>
    Reflect.construct(Real, given.length === 0 ? [Real.now() + shift] : given, asked),
  get: (Real, name) => (name === "now" ? () => Real.now() + shift : Reflect.get(Real, name))
})
