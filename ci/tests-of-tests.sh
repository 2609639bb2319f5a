#!/usr/bin/env bash
# Prints the arguments that leave the tests of tests, documents and tables out of the suite. They run the same code on every CPU, and
# take most of the time under an emulator.
for test in articles:: defects names:: oracle_ random_positions_are_sharp tables:: wrong_answers; do echo "--skip $test"; done
