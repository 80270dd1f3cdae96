// Runs in the page before all else: `firstCard` tells in the end when the first task's card was on the screen, and what it waited for,
// in milliseconds from the start of the page.
window.firstCard = new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main article')) return
    observer.disconnect()
    // What comes after a frame's callbacks comes after its paint.
    requestAnimationFrame(() => setTimeout(() => resolve(momentsUntil(performance.now()))))
  })
  observer.observe(document, { childList: true, subtree: true })
})

function momentsUntil(card) {
  const fetched = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= card)
  const last = (pattern) => Math.max(...fetched.filter(({ name }) => pattern.test(name)).map(({ responseEnd }) => responseEnd))
  return { scripts: last(/\.js$/), data: last(/\/api\/task\/tasks\//), card }
}
