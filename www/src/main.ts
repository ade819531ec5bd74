// First of all: it makes the playground that the components look for.
import './page';
import './ui/tm-app';
