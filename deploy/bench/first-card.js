// Runs in the page before all other scripts. `firstCard` resolves to the times, in milliseconds from the start of the page, at which the
// first task's card was painted and at which its scripts and data had arrived.
window.firstCard = new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main article')) return
    observer.disconnect()
    // A timer that is set in an animation frame runs after the paint of that frame.
    requestAnimationFrame(() => setTimeout(() => resolve(momentsUntil(performance.now()))))
  })
  observer.observe(document, { childList: true, subtree: true })
})

function momentsUntil(card) {
  const fetched = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= card)
  const last = (pattern) => Math.max(...fetched.filter(({ name }) => pattern.test(name)).map(({ responseEnd }) => responseEnd))
  return { scripts: last(/\.js$/), data: last(/\/api\/task\/tasks\//), card }
}
