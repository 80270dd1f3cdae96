// Functions that the browser benches call in the page. This script runs before all other scripts of the page.

/** Resolves after the browser has shown the first task's card, with times in ms from the start of the page. */
globalThis.firstCard = new Promise((resolve) => {
  // The attribute `elementtiming` adds the title of the card to the elements whose first display the browser reports (Element Timing API).
  const observer = new MutationObserver(() => {
    const title = document.querySelector('main article h3')
    if (!title) return
    observer.disconnect()
    title.setAttribute('elementtiming', 'first card')
  })
  observer.observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => resolve(momentsUntil(list.getEntries()[0].renderTime))).observe({ type: 'element' })
})

function momentsUntil(card) {
  const fetched = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= card)
  const last = (pattern) => Math.max(...fetched.filter(({ name }) => pattern.test(name)).map(({ responseEnd }) => responseEnd))
  return { scripts: last(/\.js$/), data: last(/\/api\/task\/tasks\//), card }
}
