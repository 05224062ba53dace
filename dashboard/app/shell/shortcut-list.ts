import * as words from '../../words/en/shell.js';

type Shortcuts = readonly (readonly [keys: string, means: string])[];

export const EVERYWHERE: Shortcuts = [
  ['Ctrl K', words.goToAPageOrLead],
  ['?', words.showKeyboardShortcuts],
  ['/', words.goToFilters],
  ['Ctrl Enter', words.submitForm],
];
export const LISTS: Shortcuts = [
  [words.jK, words.nextOrPreviousRow],
  ['x', words.selectRow],
  ['Shift x', words.selectRowsSinceTheLastSelected],
  ['Enter', words.openLabel],
  ['Space', words.previewLead],
];
export const INBOX: Shortcuts = [
  [words.jK, words.nextOrPreviousConversation],
  ['r', words.reply],
  ['n', words.addNote],
  ['#', words.insertSnippet],
  ['a', words.assignToMe],
  ['t', words.takeOver],
  ['T', words.resumeAutomation],
  ['z', words.snooze],
  ['u', words.markAsUnread],
  ['e', words.markAsDone],
  ['Ctrl Enter', words.send],
  ['Ctrl Shift Enter', words.sendAndMarkAsDone],
];
export const CARDS: Shortcuts = [
  ['↑ ↓', words.previousOrNextStep],
  ['Alt ↑ ↓', words.moveStep],
  ['Ctrl D', words.duplicateStep],
  ['Delete', words.deleteStep],
  ['Ctrl C', words.copyStepAsText],
  ['Ctrl V', words.pasteAfterStep],
  ['m', words.cadenceOverview],
  ['Ctrl Z', words.undo],
  ['Ctrl Shift Z', words.redo],
];
export const WEEK: Shortcuts = [
  ['Alt ← → ↑ ↓', words.moveMeeting],
  ['Enter', words.confirmMove],
  ['Esc', words.cancelMove],
];
