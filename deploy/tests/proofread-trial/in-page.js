// Runs in the page that shows the designs.

/** Shows a design, and shrinks the texts of each box until they fit. Resolves with the place of each line, by its index. */
globalThis.showDesign = async (html) => {
  document.body.innerHTML = html
  await document.fonts.ready
  for (const box of document.querySelectorAll('.box')) shrink(box)
  const lines = [...document.querySelectorAll('[data-line]')]
  return Object.fromEntries(
    lines.map((line) => {
      const { left, top, right, bottom } = line.getBoundingClientRect()
      return [line.dataset.line, { left, top, right, bottom }]
    }),
  )
}

const isTooWide = (element) => element.scrollWidth > element.clientWidth + 1
const isTooHigh = (element) => element.scrollHeight > element.clientHeight + 1

/** The letters of scripts reach beyond their own lines, which is no reason to shrink. */
function shrink(box) {
  const isFull = () => isTooHigh(box) || [box, ...box.children].some(isTooWide)
  for (let scale = 1; scale > 0.4 && isFull(); scale -= 0.03) box.style.setProperty('--scale', String(scale))
}
