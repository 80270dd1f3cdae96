/** As the browser's Back (-1) and Forward (1) buttons: done once the page has heard of it. */
export async function go(steps: -1 | 1): Promise<void> {
  const heard = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.go(steps)
  await heard
}

/** Where the page stands. */
export const address = (): string => window.location.pathname + window.location.search
