/**
 * Keeps the app working while the browser translates the page. Chrome moves each text into `<font>` elements. The text nodes of the app are
 * then outside the document, so `removeChild` and `insertBefore` of React would throw (facebook/react#11538), and new texts would not show.
 * Here, a replaced text node stands for the element that replaced it.
 */
const replacements = new WeakMap<Node, Element>()

/** Returns the node in the document: a text node itself, or the element of the translation. */
const shownOf = (node: Node): Node => replacements.get(node) ?? node

function replace(text: Text, font: Element): void {
  replacements.set(text, font)
  // Preact asks the text node itself.
  Object.defineProperties(text, {
    parentNode: { configurable: true, get: () => font.parentNode },
    nextSibling: { configurable: true, get: () => font.nextSibling },
    remove: { configurable: true, value: () => font.remove() },
  })
  changedTexts.observe(text, { characterData: true })
}

function restore(text: Text): void {
  if (!replacements.delete(text)) return
  for (const property of ['parentNode', 'nextSibling', 'remove']) Reflect.deleteProperty(text, property)
}

/** Shows the new text. The browser then translates it again. */
const changedTexts = new MutationObserver((changes) => {
  for (const { target } of changes) {
    const font = replacements.get(target)
    if (font) font.textContent = target.nodeValue
  }
})

const isFont = (node: Node | null | undefined): node is Element => node instanceof Element && node.localName === 'font'

function followTranslation(changes: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
    for (const node of addedNodes) if (node instanceof Text) restore(node)
    for (const node of removedNodes) {
      const font = [...addedNodes, previousSibling, nextSibling].find(isFont)
      if (node instanceof Text && !node.isConnected && font?.isConnected) replace(node, font)
    }
  }
}

type MoveBefore = (this: Element, node: Node, before: Node | null) => void

/** Call this once, before the page renders. */
export function keepTextsOfTranslation(): void {
  new MutationObserver(followTranslation).observe(document.body, { childList: true, subtree: true })
  const { removeChild, insertBefore, appendChild } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = shownOf(child)
    if (shown === child || shown.parentNode === this) removeChild.call(this, shown)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, shownOf(node), before && shownOf(before))
    return node
  }
  const { moveBefore } = Element.prototype as { moveBefore?: MoveBefore }
  if (moveBefore) {
    const moveShownBefore: MoveBefore = function (node, before) {
      moveBefore.call(this, shownOf(node), before && shownOf(before))
    }
    Object.assign(Element.prototype, { moveBefore: moveShownBefore })
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    appendChild.call(this, shownOf(node))
    return node
  }
}
