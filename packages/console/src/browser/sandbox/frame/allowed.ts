/** What a component may draw. Nothing here loads anything, leads anywhere or runs. */

const html =
  "a abbr address article aside b bdi bdo blockquote br button caption cite code col colgroup data datalist dd del details " +
  "dfn div dl dt em fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label " +
  "legend li main mark menu meter nav ol optgroup option output p pre progress q rp rt ruby s samp search section select " +
  "small span strong sub summary sup table tbody td textarea tfoot th thead time tr u ul var wbr"

const svg =
  "svg circle clipPath defs desc ellipse g image line linearGradient marker mask path pattern polygon polyline " +
  "radialGradient rect stop symbol text textPath title tspan use"

const svgElements = new Set(svg.split(" "))
const elements = new Set(html.split(" "))

/** Makes an element that may be drawn; undefined for another. */
export const makeElement = (tag: string): Element | undefined => {
  // A form would send, and its fields would stand in for what it has under their names.
  if (tag === "form") return document.createElement("div")
  if (elements.has(tag)) return document.createElement(tag)
  return svgElements.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : undefined
}

/** Attributes whose names are those that React has, or have a hyphen in their place. */
const same =
  "id title lang dir role hidden alt abbr align cite datetime disabled checked multiple open readonly required reversed selected " +
  "start value name type placeholder min max step pattern rows cols size label low high optimum scope headers span width " +
  "height x y x1 x2 y1 y2 cx cy r rx ry dx dy d points fill stroke opacity offset transform mask filter rotate version " +
  "viewBox preserveAspectRatio gradientUnits gradientTransform patternUnits patternTransform patternContentUnits clipPathUnits " +
  "maskUnits maskContentUnits markerWidth markerHeight markerUnits refX refY textLength lengthAdjust startOffset spreadMethod " +
  "pathLength orient method spacing side fx fy fr href src"

const hyphenated =
  "clipPath clipRule fillOpacity fillRule strokeDasharray strokeDashoffset strokeLinecap strokeLinejoin strokeMiterlimit " +
  "strokeOpacity strokeWidth stopColor stopOpacity textAnchor dominantBaseline alignmentBaseline baselineShift fontFamily " +
  "fontSize fontStyle fontWeight letterSpacing wordSpacing textDecoration vectorEffect shapeRendering markerStart markerMid " +
  "markerEnd paintOrder pointerEvents writingMode"

const hyphen = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const attributes = new Map<string, string>([
  ...same.split(" ").map((name) => [name, name] as const),
  ...hyphenated.split(" ").flatMap((name) => [[name, hyphen(name)] as const, [hyphen(name), hyphen(name)] as const]),
  ...[
    "colSpan",
    "rowSpan",
    "dateTime",
    "readOnly",
    "maxLength",
    "minLength",
    "tabIndex",
    "inputMode",
    "spellCheck"
  ].map((name) => [name, name.toLowerCase()] as const),
  ["className", "class"],
  ["class", "class"],
  ["htmlFor", "for"],
  ["defaultValue", "value"],
  ["defaultChecked", "checked"]
])

/** The attribute that a prop stands for; undefined for one that may not be set. */
export const attributeOf = (name: string): string | undefined =>
  attributes.get(name) ?? (/^(?:aria|data)-[a-z0-9-]{1,60}$/.test(name) ? name : undefined)

const image = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/i

/** Whether a value may be had: an address within the drawing, or an image that is all there. */
export const isHarmless = (attribute: string, value: string): boolean => {
  if (attribute === "href") return value.startsWith("#") || image.test(value)
  if (attribute === "src") return image.test(value)
  // The policy of the frame would let none of it load anyway.
  return !/url\s*\(\s*(?!['"]?#)/i.test(value)
}

/** Fields that lead out of the component: none uploads, submits or opens a picker of files. */
const fieldTypes = new Set(
  "text search number range checkbox radio date time month week datetime-local color email tel url button reset".split(
    " "
  )
)

export const fieldTypeOf = (type: string): string => (fieldTypes.has(type) ? type : "text")
