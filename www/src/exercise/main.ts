/** The page of exercises: a worksheet, as its link says, or the form in which one is made. */

import '../app/page.css';
import './exercise.css';
import { placeholderFields } from '../comparison/options';
import { tellHeight } from '../embed/height';
import { read as readComparison } from '../links/schema';
import { loadTheme } from '../work/storage';
import { messages } from './messages';
import { writeInputs } from './observing';
import { essence, isWorksheet, read } from './schema';

const isFramed = parent !== window;

async function show(): Promise<void> {
  const place = document.querySelector('main');
  if (!place) return;
  const fragment = location.hash.slice(1);
  const options = new URLSearchParams(fragment.slice(fragment.indexOf('&') + 1));
  if (isWorksheet(fragment) && !(fragment.includes('&') && options.has('edit'))) {
    await showWorksheet(place, fragment);
  } else await showAuthor(place, fragment);
  tellHeight(place);
}

async function showWorksheet(place: Element, fragment: string): Promise<void> {
  const reading = read(fragment);
  if (!reading.ok) return refuse(place, messages.problems[reading.problem]);
  const { sheet } = reading;
  document.title = sheet.title || sheet.tasks[0]?.title || messages.page;
  await import('./tm-exercise');
  const exercise = document.createElement('tm-exercise');
  exercise.sheet = sheet;
  exercise.essence = essence(fragment);
  exercise.isFramed = isFramed;
  place.replaceChildren(exercise);
}

async function showAuthor(place: Element, fragment: string): Promise<void> {
  const [{ draftOf, loadDraft, newTask }, { AuthorControl }] = await Promise.all([
    import('./author/draft'),
    import('./author/control'),
    import('./author/tm-author'),
  ]);
  const reading = isWorksheet(fragment) ? read(fragment) : undefined;
  if (reading && !reading.ok) return refuse(place, messages.problems[reading.problem]);
  const comparison = readComparison(fragment);
  const made = reading?.ok
    ? draftOf(reading.sheet, ({ inputs }) => writeInputs(inputs))
    : comparison.ok
      ? { title: '', tasks: [newTask(placeholderFields, comparison.shared)] }
      : loadDraft();
  const author = document.createElement('tm-author');
  author.control = new AuthorControl(made ?? { title: '', tasks: [newTask(placeholderFields)] });
  document.title = messages.author.title;
  place.replaceChildren(author);
}

function refuse(place: Element, message: string): void {
  const words = document.createElement('p');
  words.setAttribute('role', 'alert');
  words.textContent = message;
  place.replaceChildren(words);
}

const theme = loadTheme();
if (theme !== 'system') document.documentElement.dataset.theme = theme;
addEventListener('hashchange', () => location.reload());
show();
