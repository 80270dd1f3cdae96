/**
 * Defines a bundle. A bundle contains the modules at these paths and the modules that they import. Modules of earlier bundles in the list
 * are not part of the bundle.
 */
const bundle = (name: string, ...paths: readonly string[]) => ({
  name,
  test: (id: string) => paths.some((path) => id.replaceAll('\\', '/').includes(path)),
})

const all = (folder: string, names: string, end = '.'): string[] => names.split(' ').map((name) => `/${folder}/${name}${end}`)
const icons = (names: string) => all('lucide-react/dist/esm/icons', names)

/**
 * The bundles of the build. Rolldown groups all other modules by the pages that import them. A page loads a whole bundle even if it needs
 * only one module. So bundles of public pages contain no modules that only the portal needs.
 *
 * Another configuration was also measured. It defines only two bundles: React, and all modules that every page loads. In this
 * configuration, the first task card on a slow phone appears after 2.60 s instead of 2.13 s (`npm run bench -- phone`). The page that shows
 * tasks loads 33 files instead of 12. Pages load 4 % more bytes, and `web/e2e/budget.nightly.test.ts` fails.
 */
export const bundles = [
  // React changes rarely, so browsers can cache this file across releases.
  bundle('react', ...all('node_modules', 'react react-dom scheduler react-router react-router-dom', '/')),
  // The stylesheets of the whole app, and components and API calls that nearly every page needs.
  bundle(
    'calls',
    ...all('shared/api', 'api-error call idempotency newer-build prefetched send session-end sign-out user'),
    ...all('shared/stores', 'claims session'),
    ...all('shared/form', 'unsent'),
    ...all(
      'shared/ui',
      'tokens base Brandmark Button Drawing focus Link LinkButton PlatformIcon lazy-part navigation notify readable-text-color states',
    ),
    ...all('shared/format', 'deployed'),
    ...all('app', 'Page'),
    ...all('contracts/src', 'brand format/locale http/notifications http/session rules/files rules/task-status'),
    ...icons('chevron-down chevron-left chevron-right chevron-up circle-exclamation-point layout-grid log-out menu x'),
  ),
  // The owner's company, for the portal and the pages before it. Public pages and admins' pages do not need these modules.
  bundle('company', ...all('shared/api', 'company'), ...all('contracts/src', 'http/company')),
  // The pages with a header and a footer: the public pages and the sign-in pages.
  bundle(
    'SitePages',
    ...all('app', 'SitePages sign-in-pages'),
    ...all('features/site', 'pages'),
    ...all('features/site/layout', 'Footer Header PageLinks SiteLayout'),
  ),
  // Without this bundle, these modules would be in the bundle of one screen. All other screens that use the modules would then load that
  // bundle.
  bundle('phone', ...all('contracts/src', 'format/phone format/phone-search rules/phone')),
  // Without this bundle, sign-in pages would load the bundle of the company profile, which also checks email addresses.
  bundle('email', ...all('contracts/src', 'rules/email')),
  bundle('drafts', ...all('shared/form', 'draft-storage drafts')),
  bundle('forms', ...all('shared/form', 'Form use-form use-submit-cycle'), ...all('shared/ui', 'Field')),
  // Components that task cards in the portal and articles on public pages share, and the functions that format dates.
  bundle(
    'badges',
    ...all('shared/ui', 'Badge Card'),
    ...all('contracts/src', 'format/date-format format/dates rules/blank rules/business-dates'),
  ),
  // Rows of cards. The bundle also contains the styles of `LoadedRow`, so that the page with the tasks needs one file less. These styles in
  // this bundle, and the app's stylesheets in the bundle `calls`, make the first task card appear 0.1 s earlier on a slow phone
  // (`npm run bench -- phone`).
  bundle('card-row', ...all('shared/ui', 'CardRow LoadedRow.module')),
  bundle(
    'cards',
    ...all('shared/ui', 'Time'),
    ...all('shared/task', 'TaskThumbnail'),
    ...all('contracts/src/format', 'file-size lists numbers relative times'),
    '/shared/format/',
  ),
  // Without this bundle, the screen with the customers would load the rules of campaigns, whose bundle also contains rules of customers.
  bundle('customer-rules', ...all('contracts/src', 'rules/customers')),
  // Queries, mutations and dialogs of the portal and of admins' pages. Parallel queries (`useQueries`) are in the bundles of the pages that use
  // them.
  {
    name: 'queries',
    test: (id: string) =>
      /@tanstack\/|shared\/(api\/query-client|company\/profile-link|ui\/(Dialog|LogoChip|use-overlay))\b/.test(id) &&
      !/useQueries|queriesObserver/.test(id),
  },
  // This bundle is separate, because the fields for files need these rules, also in forms that do not need the bundle `portal`.
  bundle('preview-rules', ...all('contracts/src', 'rules/previews')),
  bundle(
    'portal',
    ...all('shared/api', 'all-pages batch live live-in-tabs use-growing-list'),
    ...all('shared/task', 'notes-key recurrence-fact tasks-updated'),
    ...all('shared/ui', 'Menu'),
    ...all('contracts/src', 'http/previews http/tasks rules/calendar rules/recurrence'),
    ...icons('mail search unplug users'),
  ),
  bundle('ManagementRoute', ...all('app', 'ManagementRoute'), ...all('shared/task', 'tasks-updated')),
  bundle('lists', ...all('shared/ui', 'LoadedRow InTheMakingDrawing drawings-of-empty-lists')),
  bundle('task-facts', ...all('shared/task', 'task-facts'), ...all('shared/ui', 'Facts')),
  bundle('Tabs', ...all('shared/ui', 'Tabs')),
  // The search in a long list, and the button that shows more of the list.
  bundle('long-lists', ...all('shared/ui', 'EndOfList SearchBox ShowMore.module use-change-query use-search-in-url')),
  bundle(
    'AdminDashboardPage',
    ...all('features/admin', 'AdminDashboardPage task-sequence'),
    ...all('features/admin/board', 'BoardList changes counts due-dates queries status-order use-list-options use-view'),
    ...all('features/admin/palette', 'recently-opened use-palette-key'),
    ...all('features/admin/tabs', 'TaskBadges tabs.module TaskCard'),
  ),
  // The search and the filters above the lists of the dashboard.
  bundle('board-tools', ...all('features/admin/board', 'BoardTools ChoiceChips sort-dates use-choice-in-url')),
  bundle('CompanyTasksTab', ...all('features/admin/tabs', 'CompanyTasksTab CompanyLine company-sorts')),
  // A preview with its notes. Lists and forms of notes are loaded on demand.
  bundle(
    'preview',
    ...all('shared/preview', 'FileView PreviewContent'),
    ...all('shared/preview-notes', 'AddNote NotesOver NotesSection WithNotes focus-target note-place notes-context'),
  ),
  bundle(
    'files',
    ...all('shared/form', 'KeptForm'),
    ...all('shared/api', 'use-signed-out-message'),
    ...all('shared/ui', 'FileDrop FileWords LazyUploadProgress files'),
    ...icons('file-text file-up image-plus'),
  ),
  // A separate bundle: screens without tables also use these icons and downloads.
  bundle('arrows', ...all('shared/ui', 'take-text'), ...icons('arrow-down arrow-up download')),
  bundle('tables', ...all('shared/ui', 'DataTable use-near-viewport use-order'), ...icons('arrow-up-down')),
  bundle('profile-words', ...all('features/company', 'profile-labels ProfileFields.module'), ...all('shared/ui', 'Section')),
  // Without this bundle, the company profile would load the bundle `DigitalContent`, whose checklist also uses these rules. The forms and the
  // view of the profile also need the texts of time zones and other values.
  bundle('company-rules', ...all('contracts/src', 'rules/company'), ...all('features/company', 'time-zones')),
  bundle('DigitalContent', ...all('features/digital-content', 'DigitalContent brief-labels')),
  // The form and the dialog with which admins deliver previews use these modules.
  bundle('delivery', ...all('features/admin/task', 'inspections preview-form preview-queries')),
]
