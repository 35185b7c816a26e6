"""The particle swarm of the coloured Queens thesis."""
