/**
 * The page of exercises: a worksheet or a quiz, depending on its link, or the form to make a
 * worksheet.
 */

import '../kit/page.css';
import './exercise.css';
import { placeholderFields } from '../comparison/options';
import { tellHeight } from '../embed/height';
import { type LinkProblem, read as readComparison } from '../links/schema';
import { machineOf as quizMachineOf } from '../quiz/machines';
import { isQuiz, read as readQuiz } from '../quiz/schema';
import { loadTheme } from '../work/storage';
import { machineOf } from './machines';
import { messages } from './messages';
import { writeInputs } from './observing';
import { essence, isWorksheet, read } from './schema';

const isFramed = parent !== window;

async function show(): Promise<void> {
  const place = document.querySelector('main');
  if (!place) return;
  const fragment = location.hash.slice(1);
  const options = new URLSearchParams(fragment.slice(fragment.indexOf('&') + 1));
  if (isQuiz(fragment)) await showQuiz(place, fragment);
  else if (isWorksheet(fragment) && !(fragment.includes('&') && options.has('edit'))) {
    await showWorksheet(place, fragment);
  } else await showAuthor(place, fragment);
  tellHeight(place);
}

async function showWorksheet(place: Element, fragment: string): Promise<void> {
  const reading = read(fragment);
  if (!reading.ok) return refuse(place, messages.page, reading.problem);
  const { sheet } = reading;
  document.title = sheet.title || sheet.tasks[0]?.title || messages.page;
  const [machine] = await Promise.all([
    machineOf(sheet.tasks[0], isFramed),
    import('./tm-exercise'),
  ]);
  const exercise = document.createElement('tm-exercise');
  exercise.sheet = sheet;
  exercise.machine = machine;
  exercise.essence = essence(fragment);
  exercise.isFramed = isFramed;
  place.replaceChildren(exercise);
}

async function showQuiz(place: Element, fragment: string): Promise<void> {
  const [{ messages: words }, { QuizControl }] = await Promise.all([
    import('../quiz/messages'),
    import('../quiz/control'),
    import('../quiz/tm-quiz'),
  ]);
  const reading = readQuiz(fragment);
  if (!reading.ok) return refuse(place, words.page, reading.problem, words.problems);
  const { quiz } = reading;
  const machine = await quizMachineOf(quiz, isFramed);
  document.title = quiz.title || words.page;
  const shown = document.createElement('tm-quiz');
  shown.control = new QuizControl(quiz, machine);
  place.replaceChildren(shown);
}

async function showAuthor(place: Element, fragment: string): Promise<void> {
  const [{ draftOf, loadDraft, newTask }, { AuthorControl }] = await Promise.all([
    import('./author/draft'),
    import('./author/control'),
    import('./author/tm-author'),
  ]);
  const reading = isWorksheet(fragment) ? read(fragment) : undefined;
  if (reading && !reading.ok) return refuse(place, messages.page, reading.problem);
  const comparison = readComparison(fragment);
  const made = reading?.ok
    ? draftOf(reading.sheet, ({ inputs }) => writeInputs(inputs))
    : comparison.ok
      ? { title: '', tasks: [newTask(placeholderFields, comparison.shared)] }
      : loadDraft();
  const draft = made ?? { title: '', tasks: [newTask(placeholderFields)] };
  const machine = await machineOf(draft.tasks[0], isFramed);
  const author = document.createElement('tm-author');
  author.control = new AuthorControl(draft, machine);
  document.title = messages.author.title;
  place.replaceChildren(author);
}

/** Reports an invalid link, and what to do. */
function refuse(
  place: Element,
  title: string,
  problem: LinkProblem,
  problems: Record<LinkProblem, string> = messages.problems,
  remedies: Record<LinkProblem, string> = messages.remedies,
): void {
  const make = <Tag extends 'h1' | 'p' | 'a'>(tag: Tag, text: string) =>
    Object.assign(document.createElement(tag), { textContent: text });
  const alert = make('p', problems[problem]);
  alert.setAttribute('role', 'alert');
  const playground = make('p', '');
  playground.append(Object.assign(make('a', messages.playground), { href: './' }));
  place.replaceChildren(make('h1', title), alert, make('p', remedies[problem]), playground);
}

// A frame is part of somebody else's page.
document.querySelector('header')?.toggleAttribute('hidden', isFramed);
const theme = loadTheme();
if (theme !== 'system') document.documentElement.dataset.theme = theme;
addEventListener('hashchange', () => location.reload());
show();
