// Runs in the page before all other scripts. `firstCard` resolves after the paint of the first task's card, with times in ms.
window.firstCard = new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main article')) return
    observer.disconnect()
    // This timer is set in an animation frame, so it runs after that frame is painted.
    requestAnimationFrame(() => setTimeout(() => resolve(momentsUntil(performance.now()))))
  })
  observer.observe(document, { childList: true, subtree: true })
})

function momentsUntil(card) {
  const fetched = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= card)
  const last = (pattern) => Math.max(...fetched.filter(({ name }) => pattern.test(name)).map(({ responseEnd }) => responseEnd))
  return { scripts: last(/\.js$/), data: last(/\/api\/task\/tasks\//), card }
}
