"""python -m mixmi: the command."""
from _mixmi_command import main

main()
