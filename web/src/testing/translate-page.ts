/** Does to the page what the translation of Chrome does: moves each text, also later ones, into `<font><font>…</font></font>`. */
export function translatePage(): () => void {
  const skipped = ['SCRIPT', 'STYLE', 'TEXTAREA', 'NOSCRIPT', 'FONT']
  function wrap(text: Text): void {
    const { parentElement } = text
    if (!parentElement || !text.data.trim() || skipped.includes(parentElement.nodeName)) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data
    outer.append(inner)
    parentElement.replaceChild(outer, text)
  }
  function wrapAll(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) wrap(text)
  }
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      for (const node of addedNodes) {
        if (node instanceof Text) wrap(node)
        else if (node.nodeName !== 'FONT') wrapAll(node)
      }
      if (target instanceof Text) wrap(target)
    }
  })
  wrapAll(document.body)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  return () => observer.disconnect()
}
