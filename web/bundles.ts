/** A file of the build: the modules at these paths and the modules that they import, except for those of earlier bundles. */
const bundle = (name: string, ...paths: readonly string[]) => ({
  name,
  test: (id: string) => paths.some((path) => id.replaceAll('\\', '/').includes(path)),
})

const all = (folder: string, names: string, end = '.'): string[] => names.split(' ').map((name) => `/${folder}/${name}${end}`)
const icons = (names: string) => all('lucide-react/dist/esm/icons', names)

/**
 * The bundles of the build. Rolldown groups all other modules by which pages import them. A page that needs a module loads its whole
 * bundle, so no bundle of public pages contains modules of the portal alone.
 *
 * With two groups in place of this list (React, and all modules that every page loads), the first task card on a slow phone appears after
 * 2.60 s in place of 2.13 s (`npm run bench -- phone`): the tasks are 33 files in place of 12. Pages load 4 % more bytes, which
 * `web/e2e/budget.test.ts` rejects.
 */
export const bundles = [
  // Changes rarely, so that browsers keep it from release to release.
  bundle('react', ...all('node_modules', 'react react-dom scheduler react-router react-router-dom', '/')),
  // Components and calls that nearly every page needs.
  bundle(
    'calls',
    ...all('shared/api', 'api-error call idempotency newer-build owner prefetched send session-end sign-out'),
    ...all('shared/stores', 'session'),
    ...all('shared/form', 'unsent'),
    ...all('shared/ui', 'Brandmark Button Drawing focus Link PlatformIcon lazy-part navigation notify readable-text-color states'),
    ...all('contracts/src', 'brand http/company http/identity http/notifications rules/file-size rules/files rules/task-status'),
    ...icons('chevron-down circle-exclamation-point layout-grid log-out menu x'),
  ),
  // The signed-in user, for drafts and menus.
  bundle('claims', ...all('shared/stores', 'claims')),
  bundle('forms', ...all('shared/form', 'Form use-form use-submit-cycle'), ...all('shared/ui', 'Field')),
  // What tasks are shown on, where they are and where they are shown off.
  bundle('badges', ...all('shared/ui', 'Badge Card')),
  bundle('cards', ...all('shared/ui', 'CardRow Time'), '/shared/format/', '/rules/business-dates.'),
  // What pages of the signed-in alone ask by, and what opens over them. What they change things by comes with that.
  {
    name: 'queries',
    test: (id: string) =>
      /@tanstack\/|shared\/(api\/query-client|ui\/(Dialog|LogoChip))\b/.test(id) && !/useMutation|mutationObserver/.test(id),
  },
  // What those pages are drawn with, and hear of changes by.
  bundle(
    'portal',
    ...all('shared/api', 'live live-in-tabs'),
    ...all('shared/task', 'recurrence-fact task-removed'),
    ...all('shared/ui', 'Menu use-overlay'),
    ...all('contracts/src', 'http/tasks rules/recurrence'),
    ...icons('unplug users'),
  ),
  // What stands around an owner's sections, and tells them of changes.
  bundle('ManagementRoute', ...all('app', 'ManagementRoute'), ...all('shared/task', 'tasks-updated')),
  // The lists in an owner's sections.
  bundle('lists', ...all('shared/api', 'all-pages'), ...all('shared/ui', 'LoadedRow drawings')),
  // What a task is read and changed by.
  bundle('task-facts', ...all('shared/task', 'brief task-facts'), ...all('contracts/src', 'rules/brief')),
  bundle('Tabs', ...all('shared/ui', 'Tabs')),
  bundle('search', ...all('shared/ui', 'SearchBox use-search-in-url'), '/features/admin/board/BoardTools.'),
  // What is looked at on every tab of the dashboard.
  bundle(
    'AdminDashboardPage',
    ...all('features/admin', 'AdminDashboardPage'),
    ...all('features/admin/board', 'BoardList changes counts due-dates queries status-order use-list-options use-view'),
    ...all('features/admin/tabs', 'LaunchBadge tabs.module TaskCard'),
    ...all('shared/api', 'use-growing-list'),
    ...all('shared/ui', 'EndOfList'),
  ),
  bundle('CompanyTasksTab', ...all('features/admin/tabs', 'CompanyTasksTab CompanyLine company-sorts')),
  // Where much is entered, and files are chosen and seen on their way.
  bundle(
    'files',
    ...all('shared/form', 'KeptForm'),
    ...all('shared/api', 'use-signed-out-message'),
    ...all('shared/ui', 'FileDrop UploadProgress files'),
    ...icons('file-text file-up image-plus'),
  ),
  // What much is listed in.
  bundle(
    'tables',
    ...all('shared/ui', 'DataTable save-text use-near-viewport use-order'),
    ...icons('arrow-down arrow-up arrow-up-down download'),
  ),
  // What a company's profile calls its parts, what they stand in, and what is said of it.
  bundle(
    'profile-words',
    ...all('features/company', 'profile-labels toasts ProfileFields.module'),
    ...all('shared/ui', 'Section describe-contrast'),
  ),
  // The lists of tasks, and what their panels call the parts of a brief.
  bundle('DigitalContent', ...all('features/digital-content', 'DigitalContent brief-labels')),
]
